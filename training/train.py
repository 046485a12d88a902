#!/usr/bin/python3
"""Train the table: InfoNCE over in-batch documents; numpy + scipy only, gradients by hand, Adam on touched rows.

usage: train.py --pack pack.npz --vocab vocab.txt --out model.npz [--init OLD.bin|model.npz] [--holdout holdout.txt] [--minutes 15] ...

A document is the weighted sum of its fields' unit vectors, made unit length again:
    field f:   v_f = Σ_i (1 + ln tf) · exp(wf[f][i]) · E[i]        document:  Σ_f alpha_f · v_f/|v_f|
    question:  Σ_i (1 + ln tf) · exp(wq[i]) · E[i]
"""
import argparse, math, sys, time, os
import numpy as np
import scipy.sparse as sp
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tok import load_vocab

ap = argparse.ArgumentParser()
ap.add_argument("--pack", required=True, nargs="+"); ap.add_argument("--vocab", required=True); ap.add_argument("--out", required=True)
ap.add_argument("--holdout"); ap.add_argument("--minutes", type=float, default=15); ap.add_argument("--epochs", type=float, default=3)
ap.add_argument("--dim", type=int, default=256); ap.add_argument("--batch", type=int, default=2048); ap.add_argument("--block", type=int, default=512)
ap.add_argument("--lr", type=float, default=4e-3); ap.add_argument("--scale", type=float, default=18.0); ap.add_argument("--init")
ap.add_argument("--seed", type=int, default=1); ap.add_argument("--merge", type=float, default=0.2)
ap.add_argument("--rev", type=float, default=0.3); ap.add_argument("--mat", type=float, default=0.4); ap.add_argument("--inorder", type=float, default=0.5)
ap.add_argument("--alpha", default="0.6,0.5,1"); ap.add_argument("--fdrop", type=float, default=0.2, help="how often the path, and how often the names, are left out")
ap.add_argument("--samefile", type=float, default=0.0, help="how often another chunk of the same file is no negative")
ap.add_argument("--mix", default="1,0.5,0.8,0.6,1,0.6,1,1", help="share used of doc, name, cmt, test, md, mdh, file, commit")
ap.add_argument("--drop", type=float, default=0.0, help="share of a document's pieces left out at random")
ap.add_argument("--qmap", action="store_true", help="learn a linear map of the question's vector")
a = ap.parse_args()
rng = np.random.default_rng(a.seed)
ALPHA = [float(x) for x in a.alpha.split(",")]
P = [np.load(f) for f in a.pack]
assert len(P) == 1
P = {k: P[0][k] for k in P[0].files}
N, D = len(P["kind"]), a.dim
vocab, pairs = load_vocab(a.vocab)
V = len(vocab) + len(pairs)
OFF = {}
for k in "qpnb":
    OFF[k] = np.zeros(N + 1, "i8"); np.cumsum(P[k + "n"], out=OFF[k][1:])
TFW = (1 + np.log(np.maximum(1, np.arange(256)))).astype("f4")
hold = set(l.strip().replace("/", "+") for l in open(a.holdout) if l.strip()) if a.holdout else set()
hid = np.array([n in hold for n in P["names"]])
repo, kind = P["repo"], P["kind"]
ok = (P["qn"] >= 1) & (P["bn"] >= 4)
mix = np.array([float(x) for x in a.mix.split(",")])
test = np.nonzero(hid[repo] & (kind == 0) & (P["qn"] >= 3) & ok & (P["bn"] >= 6))[0]
trainable = ~hid[repo] & ok
qhash = np.zeros(N, "i8")
np.add.at(qhash, np.repeat(np.arange(N), P["qn"]), (P["qi"].astype("i8") + 7919) * 2654435761 % 1000000007)
fhash = repo.astype("i8") * 10000000 + P["fileno"]

E = (rng.standard_normal((V, D)) / math.sqrt(D)).astype("f4")
df = np.bincount(P["bi"], minlength=V) + 1
idf = np.log(1 + N / df) / np.log(1 + N / np.median(df))
w0 = np.log(idf).astype("f4")
wq = w0 * 0.5
wf = np.stack([w0, w0, w0])
known = set()
if a.init and a.init.endswith(".npz"):
    z = np.load(a.init); E, wq, wf = z["E"].copy(), z["wq"].copy(), z["wf"].copy()
elif a.init:
    # an earlier model file: rows of the same words and pairs
    from export import read_bin
    o = read_bin(a.init)
    old = {w: i for i, w in enumerate(o["words"] + o["pairs"])}
    nrm = np.maximum(1e-6, np.linalg.norm(o["E"], axis=1))
    for i, w in enumerate(vocab + pairs):
        j = old.get(w)
        if j is not None:
            known.add(i)
            E[i, :o["E"].shape[1]] = o["E"][j] / nrm[j]
            l = np.log(np.maximum(1e-4, o["w"][:, j] * nrm[j]))
            wq[i] = l[0]; wf[:, i] = l[1:]
ids = {w: i for i, w in enumerate(vocab)}
if not (a.init and a.init.endswith(".npz")):
    for k, p in enumerate(pairs, len(vocab)):
        if k in known:
            continue
        x, y = (ids[w] for w in p.split(" "))
        E[k] = 0.5 * E[k] + 0.5 * (E[x] + E[y])
        wq[k] = min(wq[x], wq[y]) - 1; wf[:, k] = np.minimum(wf[:, x], wf[:, y]) - 1
M = np.zeros((D, D), "f4")
if a.init and a.init.endswith(".npz"):
    M = z["M"].copy() if "M" in z.files else M
elif a.init and o["M"] is not None:
    M = o["M"].copy()
mM, vM = np.zeros_like(M), np.zeros_like(M)
mE = np.zeros_like(E); vE = np.zeros_like(E); mw = np.zeros((4, V), "f4"); vw = np.zeros((4, V), "f4")
lut = np.zeros(V, "i4")


def bag(k, idx, w, drop=0.0):
    """-> touched pieces, CSR (texts × touched pieces) of weights (1 + ln tf)·exp(w)"""
    n = P[k + "n"][idx].astype("i8")
    o = np.zeros(len(idx) + 1, "i8"); np.cumsum(n, out=o[1:])
    pos = np.repeat(OFF[k][idx] - o[:-1], n) + np.arange(o[-1])
    t = P[k + "i"][pos]
    m = np.zeros(V, bool); m[t] = True
    u = np.nonzero(m)[0]
    lut[u] = np.arange(len(u))
    v = (TFW[P[k + "t"][pos]] * np.exp(w)[t]).astype("f4")
    if drop:
        v *= rng.random(len(v)) >= drop
    return u, sp.csr_matrix((v, lut[t], o), shape=(len(idx), len(u)))


def unit(x):
    n = np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-6)
    return x / n, n


def unit_back(g, u, n):
    """gradient through x -> u = x/|x|"""
    return (g - (g * u).sum(1, keepdims=True) * u) / n


def evaluate(dim=None):
    res = []
    for r in np.unique(repo[test]):
        t = test[repo[test] == r][:600]
        u, A = bag("q", t, wq)
        q = A @ E[u]
        q = q + q @ M
        d = 0
        for f, k in enumerate("pnb"):
            u, A = bag(k, t, wf[f])
            d = d + ALPHA[f] * unit(A @ E[u])[0]
        s = unit(q[:, :dim])[0] @ unit(d[:, :dim])[0].T
        res.append((1.0 / ((s > s.diagonal()[:, None]).sum(1) + 1)).mean())
    return float(np.mean(res))


def epoch_blocks():
    """blocks of pairs of one repository; some in file order (neighbours are hard negatives), the rest shuffled"""
    train = np.nonzero(trainable & (rng.random(N) < mix[kind]))[0]
    out = []
    for g in np.split(train, np.nonzero(np.diff(repo[train]))[0] + 1):
        f = rng.random(len(g)) < a.inorder
        for part, shuf in ((g[f], False), (g[~f], True)):
            part = rng.permutation(part) if shuf else (np.roll(part, rng.integers(len(part))) if len(part) else part)
            out += [part[i:i + a.block] for i in range(0, len(part), a.block)]
    return [out[i] for i in rng.permutation(len(out))]


def batches():
    while True:
        cur, n = [], 0
        for b in epoch_blocks():
            cur.append(b); n += len(b)
            if n >= a.batch:
                yield np.concatenate(cur)[:a.batch]
                cur, n = [], 0


def nce(q, d, dup, sc):
    """-> loss, dloss/dq, dloss/dd, dloss/dlogscale"""
    B = len(q)
    qu, qn_ = unit(q); du, dn_ = unit(d)
    S = sc * (qu @ du.T)
    S[dup] = -60
    ar = np.arange(B)
    gold = S[ar, ar].copy()
    X = np.exp(S - sc)                       # cosines are at most 1, so this never overflows
    r = X.sum(1); c = X.sum(0)
    loss = float((np.log(r) + sc - gold).mean())
    G = X * (1 / r)[:, None]
    if a.rev:
        X *= (a.rev / c)[None, :]
        G += X
    G[ar, ar] -= 1 + a.rev
    G[dup] = 0
    G *= 1 / B
    gs = float(np.vdot(G, S))
    return loss, unit_back(sc * (G @ du), qu, qn_), unit_back(sc * (G.T @ qu), du, dn_), gs


def adam(p, m, v, u, g, lr, step):
    b1, b2 = 0.9, 0.98
    mm = m[u]; mm *= b1; mm += (1 - b1) * g; m[u] = mm
    vv = v[u]; vv *= b2; g *= g; g *= 1 - b2; vv += g; v[u] = vv
    vv *= 1 / (1 - b2 ** step)
    np.sqrt(vv, out=vv); vv += 1e-9
    mm *= lr / (1 - b1 ** step); mm /= vv
    p[u] -= mm


ls, mls = math.log(a.scale), 0.0
total = int(a.epochs * (trainable * mix[kind]).sum() / a.batch)
print("pairs", int(trainable.sum()), "test", len(test), "pieces", V, "steps", total, "init MRR %.3f" % evaluate(), flush=True)
t0, last, acc, step = time.time(), time.time(), [], 0
for b in batches():
    prog = max(step / total, (time.time() - t0) / 60 / a.minutes)
    if prog >= 1:
        break
    step += 1
    lr = a.lr * min(1, step / 40) * max(0.01, 0.5 * (1 + math.cos(math.pi * prog)))
    B = len(b)
    uq, Aq = bag("q", b, wq)
    q0 = Aq @ E[uq]
    q = q0 + q0 @ M if a.qmap else q0
    fields, d = [], np.zeros((B, D), "f4")
    for f, k in enumerate("pnb"):
        u, A = bag(k, b, wf[f], a.drop)
        al = np.full(B, ALPHA[f], "f4")
        if k != "b":
            al *= rng.random(B) >= a.fdrop
        x = A @ E[u]
        if a.merge and k != "p":
            # a chunk holds more than what is asked for: part of the neighbour's text
            m = ((rng.random(B) < a.merge) * rng.random(B)).astype("f4")[:, None] * 0.7
            x = x + m * np.roll(x, 1, 0)
        else:
            m = None
        y, n = unit(x)
        d += al[:, None] * y
        fields.append((u, A, al, y, n, m))
    dup = qhash[b][:, None] == qhash[b][None, :]
    if a.samefile:
        dup |= (fhash[b][:, None] == fhash[b][None, :]) & (rng.random(B) < a.samefile)[:, None]
    dup[np.arange(B), np.arange(B)] = False
    sc = math.exp(ls)
    loss, dq, dd, gs = nce(q, d, dup, sc)
    if a.mat and step % 2 == 0:
        n = 128 if step % 4 == 0 else 64
        _, q2, d2, _ = nce(np.ascontiguousarray(q[:, :n]), np.ascontiguousarray(d[:, :n]), dup, sc)
        dq[:, :n] += 2 * a.mat * q2; dd[:, :n] += 2 * a.mat * d2
    if a.qmap:
        gM = q0.T @ dq
        dq = dq + dq @ M.T
        mM *= 0.9; mM += 0.1 * gM; vM *= 0.98; vM += 0.02 * gM * gM
        M -= 0.15 * lr / (1 - 0.9 ** step) * mM / (np.sqrt(vM / (1 - 0.98 ** step)) + 1e-9)
    parts = [(uq, np.asarray(Aq.T @ dq))]
    for f, (u, A, al, y, n, m) in enumerate(fields):
        g = unit_back(dd * al[:, None], y, n)
        if m is not None:
            g = g + np.roll(m * g, -1, 0)
        parts.append((u, np.asarray(A.T @ g)))
    t = np.zeros(V, bool)
    for u, _ in parts:
        t[u] = True
    u = np.nonzero(t)[0]; lut[u] = np.arange(len(u))
    g = np.zeros((len(u), D), "f4")
    for k, (x, gx) in enumerate(parts):
        adam(wq if k == 0 else wf[k - 1], mw[k], vw[k], x, np.einsum("ij,ij->i", gx, E[x]), lr * 1.5, step)
        g[lut[x]] += gx
    adam(E, mE, vE, u, g, lr, step)
    mls = 0.95 * mls + 0.05 * gs
    ls = min(math.log(50), max(math.log(5), ls - 0.02 * lr / a.lr * float(np.clip(mls, -1, 1))))
    acc.append(loss)
    if time.time() - last > 60 or step == 20:
        print("step %d %.0fs loss %.3f scale %.1f MRR %.4f" % (step, time.time() - t0, np.mean(acc[-100:]), math.exp(ls), evaluate()), flush=True)
        last = time.time()
np.savez(a.out, E=E, wq=wq, wf=wf, M=M, alpha=np.array(ALPHA, "f4"))
print("done step %d %.0fs loss %.3f scale %.1f MRR %.4f (128: %.4f, 64: %.4f)" % (step, time.time() - t0, np.mean(acc[-100:]), math.exp(ls), evaluate(), evaluate(128), evaluate(64)), flush=True)
