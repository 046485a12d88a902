/** What a tool is: one file each in `tools/`, without any retrieval of its own. */
import type { z } from 'zod';
import type { Engine } from '../../core/engine/engine-api.js';

export interface ToolCall {
  readonly engine: Engine;
  /** Folders of the workspace, for paths in arguments. */
  readonly folders: readonly string[];
  readonly signal: AbortSignal;
}

interface ToolAnswer<Output> {
  readonly output: Output;
  /** The same to read. */
  readonly text: string;
}

export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** For the model that chooses among tools: what it gives, and when it beats a text search. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** @throws ContextError for arguments that make no sense */
  run(call: ToolCall, input: z.output<Input>): Promise<ToolAnswer<z.input<Output>>>;
}
