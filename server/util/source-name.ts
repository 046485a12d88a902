/** A URL or folder as messages show it: a URL without user name, password and query. */
export function sourceName(source: string): string {
  if (!URL.canParse(source)) return source;
  const { protocol, host, pathname } = new URL(source);
  return host ? `${protocol}//${host}${pathname}` : source;
}
