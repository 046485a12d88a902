#!/usr/bin/python3
"""Learn the vocabulary (frequent split words) and the word pairs.

usage: vocab.py --pairs DIR --out vocab.txt [--size 32768] [--bigrams 14336] [--keep OLD.bin]
A word must live in two repositories; rank: repositories × log(count). A pair must live in six repositories and stand in
questions or in definition lines; rank: log(count) × repositories^½ × pointwise mutual information.
--keep: words of an earlier model file stay in front (so that its table can be the start of training).
"""
import argparse, collections, glob, math, os, sys
import numpy as np
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

STOP = set("the of to in is it and or an as be at by if on we this that for from with are was not can has have will use used using when then than into do does all any no new get set self var let const int def return".split())


def repo(f):
    z = np.load(f)
    return z, [""] + bytes(z["words"].item()).decode().split("\t")


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--pairs", required=True); ap.add_argument("--out", required=True)
    ap.add_argument("--size", type=int, default=32768); ap.add_argument("--bigrams", type=int, default=14336); ap.add_argument("--keep")
    a = ap.parse_args()
    fs = sorted(glob.glob(a.pairs + "/*.npz"))
    tot, df = collections.Counter(), collections.Counter()
    for f in fs:
        z, words = repo(f)
        c = np.bincount(z["b"], minlength=len(words)) + 3 * np.bincount(z["q"], minlength=len(words))
        for i in np.nonzero(c)[0]:
            w = words[i]
            if i and w[:1] != "#" and w.isascii() and len(w) <= 24 and not (w.isdigit() and len(w) > 4):
                tot[w] += min(int(c[i]), 20000)
                df[w] += 1
    score = {x: df[x] * math.log(1 + tot[x]) for x in tot if df[x] >= 2 and tot[x] >= 6}
    vocab = []
    if a.keep:
        from export import read_bin
        vocab = read_bin(a.keep)["words"]
    have = set(vocab)
    vocab = (vocab + [w for w in sorted(score, key=lambda x: (-score[x], x)) if w not in have])[:a.size]
    ids = {w: i for i, w in enumerate(vocab)}
    V = len(vocab)
    cnt, pdf, single = {}, {}, np.zeros(V)
    acc_k, acc_n, acc_d = np.zeros(0, "i8"), np.zeros(0), np.zeros(0)
    for f in fs:
        z, words = repo(f)
        m = np.array([ids.get(w, -1) for w in words])
        codes = []
        for k, rep in (("q", 3), ("n", 1)):
            s = m[z[k]]
            first = np.zeros(len(s), bool)
            e = np.cumsum(z[k + "n"].astype("i8"))
            first[e[:-1][e[:-1] < len(s)]] = True
            ok = (s[:-1] >= 0) & (s[1:] >= 0) & ~first[1:]
            codes += [s[:-1][ok] * V + s[1:][ok]] * rep
            single += np.bincount(s[s >= 0], minlength=V) * rep
        u, n = np.unique(np.concatenate(codes), return_counts=True)
        n = np.minimum(n, 300)
        k = np.concatenate([acc_k, u])
        o, inv = np.unique(k, return_inverse=True)
        acc_n = np.bincount(inv, np.concatenate([acc_n, n])); acc_d = np.bincount(inv, np.concatenate([acc_d, np.ones(len(u))]))
        acc_k = o
    ok = (acc_d >= 6) & (acc_n >= 24)
    k, n, d = acc_k[ok], acc_n[ok], acc_d[ok]
    x, y = k // V, k % V
    pmi = np.log(n * single.sum() / np.maximum(1, single[x] * single[y]))
    stop = np.array([w in STOP or len(w) < 2 for w in vocab])
    dig = np.array([w.isdigit() for w in vocab])
    s = np.where(stop[x] | stop[y] | dig[x] & dig[y] | (x == y), -1, np.log(n) * np.sqrt(d) * np.maximum(0, pmi - 0.7))
    best = np.argsort(-s)[:a.bigrams]
    pairs = [vocab[x[i]] + " " + vocab[y[i]] for i in best if s[i] > 0]
    print(len(tot), "words,", len(score), "known; pairs:", int(ok.sum()), "first:", pairs[:25], "last:", pairs[-15:], file=sys.stderr)
    open(a.out, "w").write("\n".join(vocab + pairs) + "\n")
