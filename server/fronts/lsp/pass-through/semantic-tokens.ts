/**
 * Semantic tokens. Each server has its own legend, the editor gets one common legend. Result ids are ours, because a restarted server
 * begins again. Deltas are computed here from the last tokens of a document, because a server's deltas are in its own numbers.
 */
import type { SemanticTokensEdit } from 'vscode-languageserver';
import type { ProxiedServer } from '../../../core/engine/proxied-server.js';
import { convertPositions, inLines, textOnDisk } from './convert.js';
import type { PassThrough } from './pass-through.js';
import { forFirst, type RequestRow } from './proxy-request.js';
import type { Json } from './shapes.js';
import { rangeParams } from './shapes.js';
import { applyTokenEdits, remapOf, tokenEdits, translateTokens } from './tokens.js';

interface Last {
  readonly id: string;
  readonly server: string;
  readonly generation: number;
  readonly theirId: string | undefined;
  readonly theirs: readonly number[];
  readonly ours: readonly number[];
}

/** Documents whose last tokens are kept. For others the full tokens are sent instead of a delta. */
const keptDocuments = 50;

type Kind = 'full' | 'delta' | 'range';
const prefix = 'textDocument/semanticTokens';
const methods: Readonly<Record<Kind, string>> = { full: `${prefix}/full`, delta: `${prefix}/full/delta`, range: `${prefix}/range` };

export class SemanticTokens {
  readonly #pass: PassThrough;
  readonly #last = new Map<string, Last>();
  #ids = 0;

  constructor(pass: PassThrough) {
    this.#pass = pass;
  }

  rows(): RequestRow[] {
    const row = (kind: Kind): RequestRow => ({
      method: methods[kind],
      answer: (params, signal) => {
        // A server without deltas is asked for all tokens, and the delta is computed here.
        const policy = { method: methods[kind === 'delta' ? 'full' : kind], onFailure: 'empty', empty: null } as const;
        return forFirst(this.#pass, policy, params, signal, (server, uri) =>
          kind === 'range' ? this.#range(server, uri, params, signal) : this.#whole(server, uri, params?.previousResultId, signal),
        );
      },
    });
    return [row('full'), row('delta'), row('range')];
  }

  closed(uri: string): void {
    this.#last.delete(uri);
  }

  async #range(server: ProxiedServer, uri: string, params: Json, signal: AbortSignal): Promise<Json> {
    const { range } = convertPositions(params, rangeParams, uri, this.#pass.toServer(server));
    const translate = await this.#translator(server, uri);
    const answer = await this.#ask(server, methods.range, uri, { range }, signal);
    return answer && { data: translate(answer.data) };
  }

  async #whole(server: ProxiedServer, uri: string, previousId: unknown, signal: AbortSignal): Promise<Json> {
    const kept = this.#last.get(uri);
    const last = kept?.id === previousId && kept?.server === server.key ? kept : undefined;
    // Before the request: the text may have changed when the answer arrives.
    const translate = await this.#translator(server, uri);
    const canDelta = last?.theirId !== undefined && last.generation === server.generation && server.options(methods.delta) !== null;
    const answer = canDelta
      ? await this.#ask(server, methods.delta, uri, { previousResultId: last.theirId }, signal)
      : await this.#ask(server, methods.full, uri, {}, signal);
    if (!answer) return null;
    const theirs = Array.isArray(answer.edits) ? applyTokenEdits(last?.theirs ?? [], answer.edits as SemanticTokensEdit[]) : answer.data;
    const ours = translate(theirs);
    const id = String(++this.#ids);
    this.#keep(uri, { id, server: server.key, generation: server.generation, theirId: answer.resultId, theirs, ours });
    return last ? { resultId: id, edits: tokenEdits(last.ours, ours) } : { resultId: id, data: ours };
  }

  async #ask(server: ProxiedServer, method: string, uri: string, more: object, signal: AbortSignal): Promise<Json> {
    const { result } = await server.request(method, { textDocument: { uri }, ...more }, { uri, signal, whileLoading: 'ask' });
    return result;
  }

  async #translator(server: ProxiedServer, uri: string): Promise<(data: Json) => number[]> {
    const remap = remapOf(server.options(methods.full)?.['legend'] ?? server.options(methods.range)?.['legend']);
    const { encoding } = this.#pass.session;
    const text = server.encoding === encoding ? null : (this.#pass.textOf(uri) ?? textOnDisk(uri));
    const convert = text === null ? null : inLines(text, server.encoding, encoding);
    return (data) => translateTokens(Array.isArray(data) ? data : [], remap, convert);
  }

  #keep(uri: string, last: Last): void {
    this.#last.delete(uri);
    this.#last.set(uri, last);
    for (const [oldest] of this.#last) {
      if (this.#last.size <= keptDocuments) break;
      this.#last.delete(oldest);
    }
  }
}
