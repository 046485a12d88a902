/** Where names and numbers of a text end. */

/** 1: may begin a name, 2: may continue one. */
export const charClass = new Uint8Array(128);
for (let c = 0; c < 128; c++) {
  const s = String.fromCharCode(c);
  if (/[A-Za-z_$]/.test(s)) charClass[c] = 3;
  else if (/[0-9]/.test(s)) charClass[c] = 2;
}

export function nameEnd(text: string, at: number): number {
  for (at++; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c < 128 ? !charClass[c] : c <= 0xbf) break;
  }
  return at;
}

/** Names of Haskell may hold `'`. */
export function primedNameEnd(text: string, at: number): number {
  for (at = nameEnd(text, at); text.charCodeAt(at) === 39; ) at = nameEnd(text, at);
  return at;
}

/** What follows a name with a question mark; a condition (`a ? b : c`) has a blank before its own. */
const behindMark = /[\s()[\]},.;&|]/;

/** Names of Elixir and Ruby may end with `!` or `?`, which are no parts of `!=` and `?:`. */
export function markedNameEnd(text: string, at: number): number {
  const end = nameEnd(text, at);
  const c = text.charCodeAt(end);
  return (c === 33 && text.charCodeAt(end + 1) !== 61) || (c === 63 && behindMark.test(text[end + 1] ?? ' ')) ? end + 1 : end;
}

export function numberEnd(text: string, at: number): number {
  for (at++; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c >= 128 || !charClass[c]) break;
  }
  return at;
}
