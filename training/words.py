"""The tokenizer of the static model: see MODEL_FORMAT.md for the exact definition.

split_words(text) -> the words of a text, in order; "\\n" stands where two words are more than one character apart (no
word pair forms there). Pieces and word pairs are made from these by tok.py.
"""
import re, unicodedata

RUN = re.compile(r"[A-Za-z0-9]+|[^\x00-\x7f]+|[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]{2,}|\n")
PART = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
CACHE = {}


def parts(run):
    """the words of one [A-Za-z0-9]+ run: split on camelCase and digits, lowercased, single letters dropped"""
    return tuple(w.lower() for w in PART.findall(run) if len(w) > 1 or w.isdigit())


def split_words(text):
    out = []
    for r in RUN.findall(text):
        c = r[0]
        if c > "\x7f":
            out.append("\n")
            continue
        if not ("0" <= c <= "9" or "A" <= c <= "Z" or "a" <= c <= "z"):
            out.append("\n")
            continue
        p = CACHE.get(r)
        if p is None:
            p = parts(r)
            if len(CACHE) < 2000000:
                CACHE[r] = p
        out.extend(p)
    return out


def path_fields(p):
    """-> file stem, last two folders, the folders above"""
    x = p.split("/")
    return x[-1].rsplit(".", 1)[0], " ".join(x[-3:-1]), " ".join(x[:-3])


def path_text(p):
    s, d, _ = path_fields(p)
    return d + " " + s
