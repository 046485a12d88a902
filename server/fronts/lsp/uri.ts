/** The one place where URIs and file paths meet. */
import { URI } from 'vscode-uri';

/** The file that a URI names, or null where it names none. */
export function fileOf(uri: string): string | null {
  try {
    const parsed = URI.parse(uri, true);
    return parsed.scheme === 'file' && !parsed.fsPath.includes('\0') ? parsed.fsPath : null;
  } catch {
    return null;
  }
}

export const uriOf = (file: string): string => URI.file(file).toString();
