/** `workspace_status`: what is indexed, and how exact the answers are. */
import {
  type WorkspaceStatusOutput,
  workspaceStatusInputSchema,
  workspaceStatusOutputSchema,
} from '../../../protocol/mcp-workspace-status.js';
import { answerState, causeOf, stateText, unconfirmed } from '../answer-state.js';
import type { Tool } from '../tool.js';

const MAX_SKIPPED = 20;

export const workspaceStatus: Tool<typeof workspaceStatusInputSchema, typeof workspaceStatusOutputSchema> = {
  name: 'workspace_status',
  title: 'Workspace status',
  description:
    'Tell what is indexed: folders, files, languages, files that are left out and why, and how far language servers have confirmed callers ' +
    'and callees. Use it when an answer says that it is incomplete or when something expected is missing; not needed before a search.',
  input: workspaceStatusInputSchema,
  output: workspaceStatusOutputSchema,
  async run({ engine }) {
    const status = engine.status();
    const output: WorkspaceStatusOutput = {
      ...answerState(engine, status),
      state: status.state,
      files: status.files,
      symbols: status.symbols,
      languages: { ...status.languages },
      structure: status.structure.map(({ language, files, withEdges, problem }) => {
        // What is wrong with the workspace says more than what a server said of one of its files.
        const why = (withEdges < files && causeOf(status, language).why) || problem;
        return `${language}: language servers confirmed the references of ${withEdges} of ${files} files${why ? ` (${why})` : ''}`;
      }),
      skipped: status.skippedFiles.slice(0, MAX_SKIPPED).map(({ path, reason }) => `${path}: ${reason}`),
    };
    const languages = Object.entries(status.languages).sort((a, b) => b[1] - a[1]);
    const text = [
      `workspace: ${output.workspace.join(', ')}`,
      `symbols: ${output.symbols}; files: ${languages.map(([language, files]) => `${language} ${files}`).join(', ') || 'none'}`,
      ...output.structure,
      ...unconfirmed(
        engine,
        Object.keys(status.languages).filter(
          (language) =>
            status.servers.some(({ languages }) => languages.includes(language)) &&
            !status.structure.some((one) => one.language === language),
        ),
      ),
      ...(status.skippedCount ? [`left out: ${status.skippedCount} files`, ...output.skipped.map((line) => `  ${line}`)] : []),
      ...(status.skippedCount > output.skipped.length ? [`  and ${status.skippedCount - output.skipped.length} more`] : []),
      stateText(output),
    ].join('\n');
    return { output, text };
  },
};
