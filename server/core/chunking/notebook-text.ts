/**
 * A Jupyter notebook as the source of its cells, in the percent format (`# %%`), which editors read as Python with cells. Each line stays
 * on its line of the file, so that places are right; outputs and metadata become blank lines. Pure.
 */

export const notebookLanguage = 'jupyter';
/** First words of the first line; the language of the kernel follows. */
export const notebookHead = '# Jupyter notebook: ';
export const cellMark = '# %%';

const SOURCE_START = /^\s*"source":\s*\[\s*$/;
const SOURCE_END = /^\s*\],?\s*$/;
const CELL_TYPE = /^\s*"cell_type":\s*"(\w+)"/;
const KERNEL = /"(?:kernelspec|language_info)":\s*\{[^}]{0,2000}?"(?:language|name)":\s*"([\w+#.-]{1,40})"/g;

/** The text of a notebook's cells; null where the text is no notebook whose source lines have lines of their own. */
export function notebookText(text: string): string | null {
  if (!/^\s*\{/.test(text) || !text.includes('"nbformat"')) return null;
  let type = 'code';
  let inSource = false;
  let cells = 0;
  const lines = text.split('\n').map((line) => {
    if (inSource) {
      if (SOURCE_END.test(line)) {
        inSource = false;
        return '';
      }
      return cellLine(line, type);
    }
    type = CELL_TYPE.exec(line)?.[1] ?? type;
    if (!SOURCE_START.test(line)) return '';
    inSource = true;
    cells++;
    return type === 'code' ? cellMark : `${cellMark} [${type}]`;
  });
  if (!cells) return null;
  lines[0] = `${notebookHead}${kernelOf(text)}`;
  return lines.join('\n');
}

/** A line of a cell without JSON's quotes and escapes. What is not code, and commands of the notebook (`%time`, `!pip`), are comments. */
function cellLine(line: string, type: string): string {
  let source: unknown;
  try {
    source = JSON.parse(line.trim().replace(/,$/, ''));
  } catch {
    return '';
  }
  const code = String(source)
    .replace(/[\r\n]+/g, ' ')
    .trimEnd();
  return type === 'code' && !/^\s*[%!?]/.test(code) ? code : code && `# ${code}`;
}

const kernelOf = (text: string): string => {
  const names = [...text.matchAll(KERNEL)].map(([, name]) => (name as string).toLowerCase());
  return names.find((name) => !/^python/.test(name)) ?? 'python';
};
