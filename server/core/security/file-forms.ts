/** Finds secrets by the form of the file or line around them: private keys, Kubernetes secrets, connection strings, command lines. Pure, linear. */
import { isPlaceholder, looksSecret, randomShare } from './looks-secret.js';
import { lineBefore, type Mark } from './mark.js';

const keyBegin = '-----BEGIN ';
/** RSA keys of 16,384 bits take 13 KB. */
const maxKeyChars = 20_000;

export function privateKeys(text: string, mark: Mark): void {
  const header = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
  for (let at = text.indexOf(keyBegin); at >= 0; at = text.indexOf(keyBegin, at + 1)) {
    header.lastIndex = at;
    if (!header.test(text)) continue;
    const start = header.lastIndex;
    const body = text.slice(start, start + maxKeyChars);
    const footer = body.search(/-----(?:END|BEGIN) /);
    const end = start + (footer >= 0 ? footer : body.length);
    let lineStart = start;
    for (const line of text.slice(start, end).split('\n')) {
      // Code that prints a key between the two marks is kept, but for what it has of a key.
      const isCode = /\w\(|\w\.\w/.test(line);
      for (const run of line.matchAll(/[A-Za-z0-9+/=]+/g)) {
        const at = lineStart + run.index;
        const escaped = text[at - 1] === '\\' ? 1 : 0;
        const isInside = footer >= 0 && at > start && end - start > 80;
        const isKey = isCode ? run[0].length >= 32 && /\d/.test(run[0]) : run[0].length >= 16 || isInside;
        if (isKey && run[0].length > escaped) mark(at + escaped, at + run[0].length, 'private key');
      }
      lineStart += line.length + 1;
    }
    at = end - 1;
  }
  puttyKeys(text, mark);
}

function puttyKeys(text: string, mark: Mark): void {
  const lines = /\r?\n([A-Za-z0-9+/=]{16,64})(?=[\r\n]|$)|\r?\nPrivate-MAC:[ \t]*([0-9a-f]{40,64})/y;
  for (let at = text.indexOf('Private-Lines:'); at >= 0; at = text.indexOf('Private-Lines:', at + 1)) {
    const end = text.slice(at, at + 40).search(/[\r\n]/);
    if (end < 0) continue;
    lines.lastIndex = at + end;
    for (let n = 0; n < 200; n++) {
      const found = lines.exec(text);
      if (!found) break;
      mark(lines.lastIndex - (found[1] ?? found[2] ?? '').length, lines.lastIndex, 'private key');
    }
  }
}

/** The values under `data` and `stringData` of a Kubernetes secret. */
export function kubernetesSecrets(text: string, mark: Mark): void {
  if (!text.includes('Secret')) return;
  const kind = /^kind:[ \t]{0,8}["']?Secret["']?[ \t]{0,8}\r?$/gm;
  if (!kind.test(text)) return;
  let isSecret = false;
  let isData = false;
  let at = 0;
  const documents = text.split(/^(?=---)/m);
  for (const document of documents) {
    kind.lastIndex = 0;
    isSecret = kind.test(document);
    isData = false;
    let offset = at;
    for (const line of isSecret ? document.split('\n') : []) {
      if (/^\S/.test(line)) isData = /^(?:data|stringData):\s*$/.test(line);
      const value = isData ? /^\s+["']?[\w.-]+["']?:[ \t]+["']?([^\s"'{|>#]{4,}?)["']?[ \t]*\r?$/.exec(line)?.[1] : undefined;
      if (value !== undefined) {
        const start = offset + line.lastIndexOf(value);
        mark(start, start + value.length, 'Kubernetes secret');
      }
      offset += line.length + 1;
    }
    at += document.length;
  }
}

const connectionKey = /(?:password|pwd)=/gi;
/** Without blanks around the sign, as in connection strings. */
const connectionPart = /(?:server|data source|host|user ?id|uid|username|user|database|initial catalog|dbname)=|jdbc:/i;

/** `Server=db;User Id=sa;Password=...;` and libpq's `host=db password=...`: short passwords count, because the line identifies them. */
export function connectionPasswords(text: string, mark: Mark): void {
  connectionKey.lastIndex = 0;
  for (let hit = connectionKey.exec(text); hit; hit = connectionKey.exec(text)) {
    const start = connectionKey.lastIndex;
    const value = /^(?:[^;,"'`\s&#]|&(?!\w+=)){4,128}(?=[;"'`\s&#]|$)/.exec(text.slice(start, start + 129))?.[0] ?? '';
    if (!(/\d|[^\w.]/.test(value) || (value.length >= 10 && randomShare(value) > 0.75))) continue;
    if (/[${}<>()[\]]|%[A-Z_]+%|%20/.test(value) || isPlaceholder(value)) continue;
    const after = text.slice(start, start + 300).split('\n', 1)[0] as string;
    if (connectionPart.test(lineBefore(text, hit.index, 300)) || connectionPart.test(after)) mark(start, start + value.length, 'password');
  }
}

/** `reverse:udp://127.0.0.1:1234@…`: an address and its port, before another one. */
const isHost = (user: string): boolean => /^(?:localhost|[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})$/i.test(user);

/** `user:password@` and a token alone before `@`. */
export function credentialsInUrls(text: string, mark: Mark): void {
  const credentials = /:\/\/([^\s/@:"'`<>${}()]{0,64}):([^\s/@"'`<>${}()[\]\\]{3,128})@[\w[]/y;
  const token = /:\/\/([A-Za-z0-9_-]{20,128})@[\w[]/y;
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    token.lastIndex = at;
    const alone = token.exec(text)?.[1];
    if (alone !== undefined && looksSecret(alone, 'quoted')) mark(at + 3, at + 3 + alone.length, 'token in a URL');
    credentials.lastIndex = at;
    const found = credentials.exec(text);
    if (!found) continue;
    const [, user, password] = found as unknown as [string, string, string];
    if (password === user || isPlaceholder(password) || /^(?:pw|%s|\*+|.*%20.*|%[A-Z_]{3}.*)$/i.test(password)) continue;
    if (/^\d{1,5}$/.test(password) && isHost(user)) continue;
    if (!/\d|[^\w-]/.test(password) && randomShare(password) < 0.45) continue;
    const start = at + 3 + user.length + 1;
    mark(start, start + password.length, 'password in a URL');
  }
}

export function authorizationHeaders(text: string, mark: Mark): void {
  const header = /\b(?:bearer|basic|authorization:[ \t]{0,4}token)[ \t]{1,4}(?=[A-Za-z0-9_\-.~+/]{12})/gi;
  const value = /[A-Za-z0-9_\-.~+/]{12,2000}={0,2}/y;
  for (let found = header.exec(text); found; found = header.exec(text)) {
    value.lastIndex = header.lastIndex;
    const secret = value.exec(text)?.[0] ?? '';
    if (looksSecret(secret.slice(0, 512), 'quoted')) mark(header.lastIndex, header.lastIndex + secret.length, 'authorization header');
  }
}

/** Base64 of `user:password`, as .docker/config.json, .npmrc and Basic authentication have it. */
export function encodedCredentials(text: string, mark: Mark): void {
  const name = /(?:"auth"[ \t]{0,8}:[ \t]{0,8}"|\b_auth[ \t]{0,8}=[ \t]{0,8}"?)([A-Za-z0-9+/]{12,4000}={0,2})/g;
  for (const found of text.matchAll(name)) {
    const value = found[1] as string;
    const start = found.index + found[0].length - value.length;
    mark(start, start + value.length, 'registry login');
  }
}

/** Programs that take a password as an argument, and calls that take a user name and a password. */
export function passwordArguments(text: string, mark: Mark): void {
  const program =
    /\b(?:sshpass|mysql(?:dump|admin)?|curl|redis-cli|password-stdin|NetworkCredential|getConnection|[bB]asic_?[aA]uth|HTTPBasicAuth)\b/g;
  for (let hit = program.exec(text); hit; hit = program.exec(text)) {
    const isCall = /[A-Z]/.test(hit[0]) || hit[0].startsWith('basic');
    const line = lineAround(text, hit.index);
    const pattern = isCall
      ? /\([^()"'\n]{0,120}(?:"[^"\n]{0,80}"|'[^'\n]{0,80}'|[\w.]{1,40})\s{0,4},\s{0,4}["']([^"'\n]{8,80})["']\s{0,4}\)/
      : hit[0] === 'password-stdin'
        ? /\becho[ \t]+["']?([^\s"']{8,80})["']?[ \t]*\|/
        : /[ \t](?:-p ?|-a |-u[ \t]{0,2}["']?[\w.@-]{0,60}:)["']?([^\s"':@]{8,80})/;
    const value = pattern.exec(line.text)?.[1];
    if (value === undefined || !looksSecret(value, isCall ? 'quoted' : 'bare')) continue;
    const start = line.start + line.text.indexOf(value);
    mark(start, start + value.length, 'password');
    program.lastIndex = Math.max(program.lastIndex, start + value.length);
  }
}

function lineAround(text: string, offset: number): { start: number; text: string } {
  const before = lineBefore(text, offset, 200);
  const start = offset - before.length;
  return { start, text: (text.slice(start, offset + 300).split('\n', 1)[0] as string) || '' };
}

export function emails(text: string, mark: Mark): void {
  const domain = /@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,4}\.[A-Za-z]{2,24}(?![\w-])/y;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = /[A-Za-z0-9._%+-]{1,64}$/.exec(text.slice(Math.max(0, at - 64), at))?.[0];
    if (!name) continue;
    domain.lastIndex = at;
    if (domain.test(text)) mark(at - name.length, domain.lastIndex, 'e-mail address');
  }
}
