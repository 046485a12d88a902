"""The tokenizer of the static model, first half: see MODEL_FORMAT.md for the exact definition.

split_words(text) -> the words of a text in order; "\\n" stands where two words are more than one character apart (no
word pair forms there). Words that begin with "#" are hashed keys: words of other scripts, and identifiers of several
words where asked for. Pieces and word pairs are made from these words by tok.py.
"""
import re, unicodedata

RUN = re.compile(r"[A-Za-z0-9]+|[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]{2,}|\n|[^\x00-\x7f]+")
PART = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
IDENT = re.compile(r"[A-Za-z0-9_]+")
CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+")
CACHE = {}


def parts(run):
    """the words of one [A-Za-z0-9]+ run: split on camelCase and digits, lowercased, single letters dropped"""
    return tuple(w.lower() for w in PART.findall(run) if len(w) > 1 or w.isdigit())


def fold(text):
    """accents off: naïve -> naive; only for text that is not ASCII"""
    t = "".join(c for c in unicodedata.normalize("NFKD", text) if not "\u0300" <= c <= "\u036f")
    return unicodedata.normalize("NFC", t)


def other_keys(run):
    """hashed keys of a run of non-ASCII characters"""
    out = []
    word = ""
    for c in run + " ":
        if unicodedata.category(c)[0] in "LMN":
            word += c
            continue
        if word:
            at = 0
            for m in CJK.finditer(word):
                out += plain_keys(word[at:m.start()])
                s = m.group(0)
                out += [s] if len(s) == 1 else [s[i:i + 2] for i in range(len(s) - 1)]
                at = m.end()
            out += plain_keys(word[at:])
        word = ""
    return out


def plain_keys(w):
    w = w.lower()
    return [] if len(w) < 2 else [w] if len(w) <= 5 else [w, w[:5]]


def ident_keys(text):
    """identifiers of two words or more, written as one: parseURL, parse_url -> parseurl"""
    out = []
    for m in IDENT.findall(text):
        ps = [w for r in m.split("_") for w in parts(r)]
        if len(ps) > 1:
            out.append("".join(ps))
    return out


def split_words(text, idents=False):
    out, keys = [], []
    if not text.isascii():
        text = fold(text)
    for r in RUN.findall(text):
        c = r[0]
        if "0" <= c <= "9" or "A" <= c <= "Z" or "a" <= c <= "z":
            p = CACHE.get(r)
            if p is None:
                p = parts(r)
                if len(CACHE) < 2000000:
                    CACHE[r] = p
            out.extend(p)
        else:
            out.append("\n")
            if c > "\x7f":
                keys += other_keys(r)
    if idents:
        keys += ident_keys(text)
    if keys:
        out.append("\n")
        out += ["#" + k for k in keys]
    return out


def path_fields(p):
    """-> file stem, last two folders, the folders above"""
    x = p.split("/")
    dot = x[-1].rfind(".")
    return x[-1][:dot] if dot > 0 else x[-1], " ".join(x[-3:-1]), " ".join(x[:-3])


def path_text(p):
    s, d, _ = path_fields(p)
    return d + " " + s
