/** One self-contained page without network requests (forbidden by its policy), light or dark as the system is. */
import { createHash } from 'node:crypto';
import { html, Markup } from './markup.js';
import { baseStyle } from './style.js';

export interface PageParts {
  readonly title: string;
  readonly style: string;
  /** Constant code of this program, or ''. */
  readonly script: string;
  readonly body: Markup;
}

export function page({ title, style, script, body }: PageParts): string {
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src ${script ? `'sha256-${hash}'` : "'none'"}; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${new Markup(baseStyle + style)}</style>
</head>
<body>
${body}
${script !== '' && html`<script>${new Markup(script)}</script>`}
</body>
</html>
`.text;
}
