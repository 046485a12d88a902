"""Pieces: words in the vocabulary, pieces of other words, and listed word pairs (bigrams)."""
import numpy as np

MAXW = 40


class Tok:
    """vocab: list of pieces (ids 0…); pairs: list of "first second" (ids go on behind the vocabulary)"""

    def __init__(self, vocab, pairs=()):
        self.vocab, self.pairs = vocab, list(pairs)
        self.id = {w: i for i, w in enumerate(vocab)}
        self.maxlen = max(map(len, vocab))
        self.size = len(vocab) + len(self.pairs)
        a = np.array([[self.id[x] for x in p.split(" ")] for p in self.pairs], "i8").reshape(-1, 2)
        code = a[:, 0] * len(vocab) + a[:, 1]
        self.order = np.argsort(code)
        self.code = code[self.order]

    def word(self, w):
        i = self.id.get(w)
        if i is not None:
            return [i]
        if w[0].isdigit() or len(w) > MAXW:
            return []
        out, p, n = [], 0, len(w)
        while p <= n - 3:
            for e in range(min(n, p + self.maxlen), p + 2, -1):
                i = self.id.get(w[p:e])
                if i is not None:
                    out.append(i)
                    p = e
                    break
            else:
                p += 1
        return out

    def table(self, words):
        """-> (offsets, pieces): the pieces of every word of a word list"""
        ps = [self.word(w) if w[:1] not in ("", "\n", "#") else [] for w in words]
        off = np.zeros(len(ps) + 1, "i8")
        np.cumsum([len(p) for p in ps], out=off[1:])
        return off, np.array([x for p in ps for x in p], "i8"), np.array([self.id.get(w, -1) for w in words], "i8")

    def bags(self, table, seq, length):
        """flat word ids and lengths of n texts -> (row, piece, tf) sorted by row, one entry a distinct piece"""
        off, pieces, whole = table
        n = len(length)
        row = np.repeat(np.arange(n), length)
        c = (off[1:] - off[:-1])[seq]
        start = np.repeat(off[seq], c)
        inner = np.arange(len(start)) - np.repeat(np.cumsum(c) - c, c)
        key = np.repeat(row, c) * self.size + pieces[start + inner]
        if len(self.code) and len(seq) > 1:
            a, b = whole[seq[:-1]], whole[seq[1:]]
            m = (a >= 0) & (b >= 0) & (row[1:] == row[:-1])
            code = a[m] * len(self.vocab) + b[m]
            at = np.minimum(np.searchsorted(self.code, code), len(self.code) - 1)
            hit = self.code[at] == code
            key = np.concatenate([key, row[:-1][m][hit] * self.size + len(self.vocab) + self.order[at[hit]]])
        u, tf = np.unique(key, return_counts=True)
        return u // self.size, u % self.size, np.minimum(tf, 255)


def load_vocab(path):
    """one entry a line; an entry with a blank is a word pair"""
    v = open(path).read().split("\n")
    v = [x for x in v if x]
    return [x for x in v if " " not in x], [x for x in v if " " in x]
