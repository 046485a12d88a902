/** The editor that language servers are told about where several are attached: it can what each of them can. */
import type { EditorOptions } from '../../core/engine/proxied-server.js';

/** All languages and methods of both, and the client capabilities that both have. */
export function commonEditor(one: EditorOptions, other: EditorOptions): EditorOptions {
  return {
    capabilities: commonCapabilities(one.capabilities, other.capabilities) ?? {},
    languages: one.languages && other.languages && [...new Set([...one.languages, ...other.languages])].sort(),
    methods: [...new Set([...one.methods, ...other.methods])].sort(),
  };
}

/** Fields of both, values of both lists, and values that are equal; undefined for nothing. False wins over true. */
function commonCapabilities(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return one.filter((value) => other.includes(value));
  if (isBlock(one) && isBlock(other)) {
    const fields = Object.keys(one).flatMap((name) => {
      const both = commonCapabilities(one[name], other[name]);
      return both === undefined ? [] : [[name, both] as const];
    });
    return Object.fromEntries(fields);
  }
  if (typeof one === 'boolean' && typeof other === 'boolean') return one && other;
  return one === other ? one : undefined;
}

const isBlock = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
