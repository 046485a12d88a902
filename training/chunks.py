"""Line chunks and definition lines, for training documents and for the evaluation (the product has its own chunker)."""
import re

DEFLINE = re.compile(r"^\s*(?:(?:export|default|pub(?:\([^)]*\))?|public|private|protected|internal|static|async|abstract|final|override|open|inline|unsafe|const|sealed|data|virtual|extern|local|suspend|mutating|case)\s+)*(?:fun|func|def|defp|defmacro|defmodule|class|struct|enum|trait|impl|interface|fn|function|type|object|module|namespace|protocol|extension|record|newtype|const|let|val|var|#define)\b[^=({:]*|^[A-Za-z_][\w\s*&:<>,]*\([^;]*$|^\s+[\w<>\[\], ?]+\([^;]*\{\s*$|^\w+ ::", re.M)
DEFISH = re.compile(r"^\s{0,4}(export |pub |public |private |protected |static |async |abstract |final |internal |override |open |fun |func |def |defp |defmodule |class |struct |enum |trait |impl |interface |fn |function |type |object |local function|module |namespace |@|#\[|/\*\*|///|--\s*\|)")


def chunk_ranges(lines, target=1500):
    """line chunks of about `target` characters that prefer to break before a definition or after a blank line at low indentation"""
    out, s, n = [], 0, 0
    i = 0
    while i < len(lines):
        n += len(lines[i]) + 1
        i += 1
        if n >= target:
            # look back for the best break in the second half of the chunk
            best, bs = i, -1
            m = 0
            for j in range(i, s + 1, -1):
                m += len(lines[j - 1]) + 1
                if m > target * 0.5:
                    break
                if j < len(lines):
                    l, prev = lines[j], lines[j - 1].strip()
                    ind = len(l) - len(l.lstrip())
                    sc = (2 if not prev else 0) + (2 if DEFISH.match(l) else 0) + (1 if l.strip() and ind == 0 else 0)
                    if sc > bs:
                        best, bs = j, sc
            out.append((s, best))
            s, i, n = best, best, 0
    if s < len(lines):
        out.append((s, len(lines)))
    return out


def chunk(text, target=1500):
    lines = text.split("\n")
    return [(a + 1, b, "\n".join(lines[a:b])) for a, b in chunk_ranges(lines, target) if "\n".join(lines[a:b]).strip()]


