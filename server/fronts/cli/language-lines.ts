/** The lines of `doctor` about languages: the server of each, where it is found and its state, or how to install one. */
import type { Status } from '../../core/model/answer.js';
import { descriptorOf } from '../../core/model/language.js';
import type { RootServerReport } from '../../core/model/language-server.js';
import { suggestedServer } from './suggested-servers.js';

const whereText = { setting: 'by setting', workspace: 'of the workspace', path: 'on PATH', bundled: 'comes with this package' } as const;

/** One line per language, by number of files, and below it the state of its servers. `limited`: a server works, and says what it lacks. */
export function languageLines({
  languages,
  servers,
  roots,
  structure,
}: Pick<Status, 'languages' | 'servers' | 'roots' | 'structure'>): string[] {
  return Object.entries(languages)
    .sort((a, b) => b[1] - a[1])
    .flatMap(([language, files]) => {
      const serving = servers.filter((server) => server.languages.includes(language));
      const isFound = serving.some(({ state }) => state !== 'missing');
      const stated = structure.find((one) => one.language === language);
      const isOk = (serving.length === 0 || isFound) && !stated?.failed && !stated?.problem;
      const from = stated ? `edges from language servers in ${stated.withEdges} of ${stated.files}` : withoutServer(language);
      const troubles = [
        ...(stated?.failed ? [`no edges from language servers in ${stated.failed} files`] : []),
        ...(stated?.problem ? [stated.problem] : []),
      ];
      const isLimited = serving.some(({ remarks }) => remarks.length > 0);
      const state = !isOk ? 'degraded' : isLimited ? 'limited' : 'ok';
      const head = [`${state.padEnd(9)} ${language.padEnd(8)} ${files} file${files === 1 ? '' : 's'}`, from, ...troubles].join(', ');
      const below = serving.length > 0 ? serving.flatMap((server) => serverLines(server, roots.length > 1)) : suggestedServer(language);
      return [head, ...below.map((line) => `${' '.repeat(19)}${line}`)];
    });
}

/** Prose and unknown texts have sections and no symbols. */
function withoutServer(language: string): string {
  const known = descriptorOf(language);
  return known && known.role !== 'documentation' && language !== 'plaintext' ? 'symbols from syntax' : 'text in sections';
}

export function serverLines(report: RootServerReport, isOneOfMany: boolean): string[] {
  const { root, server, where, command, version, state, reason, remarks, install, deaths, quarantined } = report;
  const name = isOneOfMany ? `${root}: ${server}` : server;
  if (where === null) return [`${name}: ${reason}`, ...(install ? [`to get it: ${install}`] : [])];
  return [
    `${name}${version ? ` ${version}` : ''}, ${whereText[where]}${where === 'bundled' ? '' : `: ${command}`}; ${state}`,
    ...(deaths > 0 ? [`crashed ${deaths === 1 ? 'once' : `${deaths} times`}; last: ${reason}`] : []),
    ...quarantined.map((uri) => `not asked about ${uri}: it crashed on this file twice`),
    ...remarks,
  ];
}
