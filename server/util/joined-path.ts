/** The path that is written relative to the folder of a file. Both use `/`. */
export function joinedPath(path: string, relative: string): string {
  const segments = path.split('/').slice(0, -1);
  for (const segment of relative.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}
