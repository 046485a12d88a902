/**
 * Vue: TypeScript's server with the plugin of Vue's server, which reads scripts and templates of components as TypeScript. Vue's own server
 * (3 and newer) answers nothing about TypeScript by itself: editors run both.
 */
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Adapter, AdapterContext } from '../adapter.js';
import { typescriptLanguageServer } from './typescript-language-server.js';

const program = 'vue-language-server';

interface Installed {
  /** Folder of the package `@vue/language-server`, whose dependency the plugin is. */
  readonly folder: string;
  readonly version: string;
}

/** As the program on PATH leads to it, or in the workspace. */
function installed(context: AdapterContext): Installed | null {
  const own = `${context.folder}/node_modules/.bin/${program}`;
  for (const found of [...(context.exists(own) ? [own] : []), ...context.programs(program)]) {
    if (!context.trusted && context.isInside(found)) continue;
    for (const folder of packagesOf(found)) {
      const version = /"version"\s*:\s*"([^"]+)"/.exec(context.readText(`${folder}/package.json`) ?? '')?.[1];
      if (version !== undefined) return { folder, version };
    }
  }
  return null;
}

/** A link into the package, or a script that npm for Windows writes beside `node_modules`. */
function packagesOf(found: string): readonly string[] {
  const beside = `${dirname(found)}/node_modules/@vue/language-server`;
  try {
    return [dirname(dirname(realpathSync(found))), beside];
  } catch {
    return [beside];
  }
}

export const vue: Adapter = {
  ...typescriptLanguageServer,
  id: 'vue',
  title: 'Vue in TypeScript',
  languages: ['vue'],
  // Started from our own packages, with the plugin that was found.
  commands: [],
  bundled: (context) => (installed(context) ? (typescriptLanguageServer.bundled?.(context) ?? null) : null),
  // Options of Vue in tsconfig.json name modules, which the plugin loads.
  runsWorkspaceCode: true,
  initializationOptions: (context) => ({
    ...(typescriptLanguageServer.initializationOptions?.(context) as object),
    plugins: [{ name: '@vue/typescript-plugin', location: installed(context)?.folder, languages: ['vue'] }],
  }),
  configurationStamp: (context) => installed(context)?.version ?? '',
  isOptional: true,
  install: 'npm install --global @vue/language-server',
};
