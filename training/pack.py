#!/usr/bin/python3
"""Turn the word lists into bags of pieces. usage: pack.py --pairs DIR --vocab vocab.txt --out pack.npz

A question keeps its first sentence only in 6 of 10 cases; in 3 of 10 it gets the words people put around a topic
("how is … handled", "where are … defined").
"""
import argparse, glob, json, os, random, sys
from multiprocessing import Pool
import numpy as np
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tok import Tok, load_vocab

PRE = ["how does", "how is", "how are", "where is", "where are", "where does", "what is", "which function", "code for", "code that", "how to", "implementation of", "find the", "how do", "logic for", "class for", "function to", "the"]
POST = ["work", "works", "handled", "implemented", "defined", "done", "implementation", "handling", "logic", "happen", "used", "processed", "managed", "performed"]
MAXB = {"q": 40, "p": 24, "n": 90, "b": 200}
PERMISSIVE = {"MIT", "Apache-2.0", "BSD", "ISC", "zlib", "Unlicense/Public domain", "PSF"}


def work(a):
    f, vocab, pairs = a
    global T
    try:
        T
    except NameError:
        T = Tok(vocab, pairs)
    z = np.load(f)
    words = ["\n"] + bytes(z["words"].item()).decode().split("\t")
    ids = {w: i for i, w in enumerate(words)}
    rnd = random.Random(os.path.basename(f))

    def wid(t):
        o = []
        for w in t.split():
            if w not in ids:
                ids[w] = len(words)
                words.append(w)
            o.append(ids[w])
        return o
    pre, post = [wid(x) for x in PRE], [wid(x) for x in POST]
    off = np.concatenate([[0], np.cumsum(z["qn"].astype("i8"))])
    q, first, flat, n = z["q"].tolist(), z["first"].tolist(), [], []
    kinds = z["kind"].tolist()
    for i in range(len(kinds)):
        s = q[off[i]:off[i + 1]]
        if rnd.random() < 0.6 and first[i] >= 2:
            s = s[:first[i]]
        if rnd.random() < (0.15 if kinds[i] == 1 else 0.3):
            s = rnd.choice(pre) + s + (rnd.choice(post) if rnd.random() < 0.6 else [])
        flat.extend(s); n.append(len(s))
    table = T.table(words)
    out = {}
    for k in "qpnb":
        seq, ln = (np.array(flat, "i8"), np.array(n, "i8")) if k == "q" else (z[k].astype("i8"), z[k + "n"].astype("i8"))
        row, pc, tf = T.bags(table, seq, ln)
        c = np.bincount(row, minlength=len(ln))
        if c.max(initial=0) > MAXB[k]:
            inner = np.arange(len(row)) - np.repeat(np.cumsum(c) - c, c)
            # a bag that is too large loses entries all over its vocabulary, not the rarest
            r = np.random.default_rng(1).random(len(row)) < (MAXB[k] / np.maximum(1, c))[row]
            row, pc, tf = row[r], pc[r], tf[r]
            c = np.bincount(row, minlength=len(ln))
        out[k] = (pc.astype("u2"), tf.astype("u1"), c.astype("u2"))
    return os.path.basename(f)[:-4], z["kind"], z["fileno"], out


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--pairs", required=True); ap.add_argument("--vocab", required=True); ap.add_argument("--out", required=True); ap.add_argument("--jobs", type=int, default=2)
    a = ap.parse_args()
    vocab, pairs = load_vocab(a.vocab)
    assert len(vocab) + len(pairs) <= 65536
    fs, skipped = [], []
    for f in sorted(glob.glob(a.pairs + "/*.npz")):
        m = json.load(open(f[:-4] + ".json")) if os.path.exists(f[:-4] + ".json") else {"licence": []}
        (fs if not m["licence"] or set(m["licence"]) & PERMISSIVE else skipped).append(f)
    names, cols = [], {}
    with Pool(a.jobs) as p:
        for nm, kind, fileno, out in p.imap(work, [(f, vocab, pairs) for f in fs]):
            for k, (i, t, n) in out.items():
                for s, x in (("i", i), ("t", t), ("n", n)):
                    cols.setdefault(k + s, []).append(x)
            cols.setdefault("kind", []).append(kind); cols.setdefault("fileno", []).append(fileno)
            cols.setdefault("repo", []).append(np.full(len(kind), len(names), "u2"))
            names.append(nm)
    c = {k: np.concatenate(v) for k, v in cols.items()}
    np.savez(a.out, names=np.array(names), **c)
    print("pairs", len(c["kind"]), {k: len(c[k + "i"]) for k in "qpnb"}, np.bincount(c["kind"]).tolist(), "skipped for licence", skipped)
