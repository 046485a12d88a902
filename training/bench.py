"""The benchmark as word sequences, cached; scores of a model on it. Evaluation only: nothing here trains.

usage: bench.py --bench DIR --repos CHECKOUTS --cache FILE [--vocab vocab.txt] --model model.npz|model.bin [--dims 64,128,256] [--dump FILE]
--bench: annotations/, repos.json, split.json; the documents are line chunks fed as three fields (path, definition lines, text).
"""
import argparse, json, math, os, pickle, sys
import numpy as np
import scipy.sparse as sp
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tok import Tok, load_vocab
from words import split_words, path_fields
from chunks import DEFLINE, chunk

CODE = set("bash bats c cc cpp cs cts cxx erb ex exs go gradle groovy h hh hpp hs hxx java js jsx kt kts lua mjs cjs mts php py pyi rake rb rs scala sc sh sql swift ts tsx vue svelte vim zig zsh fish pl css scss cmake".split())
SKIP = {".git", ".hg", ".svn", "__pycache__", "node_modules", ".venv", "venv", ".cache", ".next", "dist", "build"}


def files(root):
    for d, ds, fs in os.walk(root):
        ds[:] = sorted(x for x in ds if x not in SKIP)
        for f in sorted(fs):
            p = os.path.join(d, f)
            if f.rsplit(".", 1)[-1].lower() in CODE and "." in f and os.path.isfile(p) and os.path.getsize(p) <= 1000000:
                yield p


def build(bench, repos, cache):
    if os.path.exists(cache):
        return pickle.load(open(cache, "rb"))
    words, ids, out = ["\n"], {"\n": 0}, []

    def seqs(texts, idents=False):
        flat, n = [], []
        for t in texts:
            k = len(flat)
            for w in split_words(t, idents):
                i = ids.get(w)
                if i is None:
                    i = ids[w] = len(words)
                    words.append(w)
                flat.append(i)
            n.append(len(flat) - k)
        return np.array(flat, "i8"), np.array(n, "i8")
    dev = set(json.load(open(bench + "/split.json"))["dev"])
    for r in json.load(open(bench + "/repos.json"))["repos"]:
        if r["name"] not in dev:
            continue
        base = os.path.join(repos, r["name"])
        root = os.path.join(base, r["benchmark_root"]) if r.get("benchmark_root") else base
        at, texts, names, paths, queries = [], [], [], [], []
        for p in files(root):
            rel = os.path.relpath(p, base)
            for a, b, t in chunk(open(p, errors="replace").read()):
                at.append((rel, a, b)); texts.append(t); paths.append(rel)
                names.append("\n".join(m.group(0).strip() for m in DEFLINE.finditer(t)))
        tp = r.get("target_paths") or {}
        for i, q in enumerate(json.load(open(f"{bench}/annotations/{r['name']}.json"))):
            tg = [{"path": t} if isinstance(t, str) else t for t in q["relevant"] + q.get("secondary", [])]
            queries.append((f"{r['name']}#{i}", q["query"], q["category"], [(tp.get(t["path"], t["path"]), t.get("start_line"), t.get("end_line")) for t in tg]))
        out.append({"name": r["name"], "at": at, "queries": queries, "q": seqs([q[1] for q in queries], True), **{k: seqs([path_fields(x)[j] for x in paths], k == "s") for j, k in enumerate("sdo")}, "n": seqs(names, True), "b": seqs(texts)})
        print(r["name"], len(at), len(queries), file=sys.stderr, flush=True)
    pickle.dump((words, out), open(cache, "wb"), 4)
    return words, out


def ranks(res, tg):
    o = []
    for path, a, b in tg:
        for i, (f, s, e) in enumerate(res):
            if f == path and (a is None or b is None or not (e < a or s > b)):
                o.append(i + 1)
                break
    return o


def ndcg(rk, n, k=10):
    return sum(1 / math.log2(r + 1) for r in set(r for r in rk if r <= k)) / sum(1 / math.log2(i + 2) for i in range(min(k, n)))


# fields of a document and the weights they use: file stem, last two folders, further folders, names, body
FIELDS = [("s", 0), ("d", 0), ("o", 0), ("n", 1), ("b", 2)]
ALPHA = [0.55, 0.3, 0.15, 0.55, 1.0]
HASH = [2.5, 2.0, 2.5, 1.5]   # weight of a hashed key in a question, a path, names, a body


def unit(x):
    return x / np.maximum(1e-9, np.linalg.norm(x, axis=1, keepdims=True))


def hash_row(key, dim):
    """a row of ±1/√dim from the FNV-1a hash of the key's UTF-16 units, mixed once for each 32 dimensions"""
    h = 0x811C9DC5
    for c in key.encode("utf-16-le"):
        h = (h ^ c) * 0x01000193 & 0xFFFFFFFF
    out = np.empty(dim, "f4")
    for k in range(0, dim, 32):
        x = (h + (k // 32 + 1) * 0x9E3779B9) & 0xFFFFFFFF
        x = (x ^ x >> 16) * 0x85EBCA6B & 0xFFFFFFFF
        x = (x ^ x >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
        x ^= x >> 16
        for b in range(min(32, dim - k)):
            out[k + b] = 1 if x >> b & 1 else -1
    return out / math.sqrt(dim)


class Bench:
    def __init__(self, built, tok):
        words, self.repos = built
        table = tok.table(words)
        # hashed keys get columns of their own behind the table's
        keys = [i for i, w in enumerate(words) if w[0] == "#"]
        self.keys, self.base = [words[i][1:] for i in keys], tok.size
        off, pieces, whole = table
        new = np.full(len(words), -1); new[keys] = np.arange(len(keys))
        size = tok.size + len(keys)
        self.bags = []
        for r in self.repos:
            o = {}
            for f in "qsdonb":
                seq, ln = r[f]
                row, pc, tf = tok.bags(table, seq, ln)
                kr = np.repeat(np.arange(len(ln)), ln)
                m = new[seq] >= 0
                u, n = np.unique(kr[m] * len(keys) + new[seq][m], return_counts=True)
                row = np.concatenate([row, u // max(1, len(keys))]); pc = np.concatenate([pc, tok.size + u % max(1, len(keys))]); tf = np.concatenate([tf, n])
                o[f] = sp.csr_matrix((1 + np.log(tf.astype("f4")), (row, pc)), shape=(len(ln), size))
            self.bags.append(o)
        self.rows = {}

    def extend(self, E, wq, wf, hash_weight):
        """the table with the hashed keys' rows; hash_weight: their weight in a question, a path, names, a body"""
        d = E.shape[1]
        if d not in self.rows:
            self.rows[d] = np.array([hash_row(k, d) for k in self.keys], "f4").reshape(-1, d)
        n = len(self.keys)
        lw = np.log(np.maximum(1e-9, np.array(hash_weight, "f4")))
        return np.concatenate([E, self.rows[d]]), np.concatenate([wq, np.full(n, lw[0])]), np.stack([np.concatenate([w, np.full(n, lw[k + 1])]) for k, w in enumerate(wf)])

    @staticmethod
    def weighted(A, w):
        A = A.copy()
        A.data = A.data * np.exp(w)[A.indices]
        return A

    def fields(self, E, wq, wf, i):
        """-> question vectors, list of the fields' vectors"""
        o = self.bags[i]
        return self.weighted(o["q"], wq) @ E, [self.weighted(o[f], wf[k]) @ E for f, k in FIELDS]

    def vectors(self, E, wq, wf, i, alpha=ALPHA):
        q, fs = self.fields(E, wq, wf, i)
        return q, sum(x * unit(f) for x, f in zip(alpha, fs))

    def score(self, E, wq, wf, dims=(256,), alpha=ALPHA, hash_weight=HASH, M=None, dump=None):
        E, wq, wf = self.extend(E, wq, wf, hash_weight)
        res = {d: [] for d in dims}
        cats = {}
        for i, r in enumerate(self.repos):
            q, d = self.vectors(E, wq, wf, i, alpha)
            if M is not None:
                n = self.base
                q = q + self.weighted(self.bags[i]["q"][:, :n], wq[:n]) @ E[:n] @ M   # of the pieces, not of the hashed keys
            for n in dims:
                a, b = (x[:, :n] / np.maximum(1e-9, np.linalg.norm(x[:, :n], axis=1, keepdims=True)) for x in (q, d))
                S = a @ b.T
                sc = []
                for k, (qid, text, cat, tg) in enumerate(r["queries"]):
                    m = min(50, S.shape[1])
                    top = np.argpartition(-S[k], m - 1)[:m]
                    top = top[np.lexsort((top, -S[k][top]))]
                    x = ndcg(ranks([r["at"][j] for j in top[:10]], tg), len(tg))
                    sc.append(x)
                    if n == dims[-1]:
                        cats.setdefault(cat, []).append(x)
                        if dump:
                            dump.write(json.dumps({"repo": r["name"], "query_id": qid, "results": [{"file": r["at"][j][0], "start_line": r["at"][j][1], "end_line": r["at"][j][2]} for j in top]}) + "\n")
                res[n].append(np.mean(sc))
        return {n: float(np.mean(v)) for n, v in res.items()}, {c: round(float(np.mean(v)), 3) for c, v in sorted(cats.items())}


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--bench", required=True); ap.add_argument("--repos", required=True); ap.add_argument("--cache", required=True)
    ap.add_argument("--vocab"); ap.add_argument("--model", required=True, nargs="+"); ap.add_argument("--dims", default="256"); ap.add_argument("--dump")
    a = ap.parse_args()
    built = build(a.bench, a.repos, a.cache)
    b = None
    for m in a.model:
        dump = open(a.dump, "w") if a.dump else None
        if m.endswith(".bin"):
            from export import read_bin
            z = read_bin(m)
            b = Bench(built, Tok(z["words"], z["pairs"]))
            w = np.log(np.maximum(1e-12, z["w"]))
            r = b.score(z["E"], w[0], w[1:], [int(x) for x in a.dims.split(",")], alpha=z["alpha"], hash_weight=z["hash"], M=z["M"], dump=dump)
        else:
            b = b or Bench(built, Tok(*load_vocab(a.vocab)))
            z = np.load(m)
            r = b.score(z["E"], z["wq"], z["wf"], [int(x) for x in a.dims.split(",")], M=z["M"] if "M" in z.files else None, dump=dump)
        print(m, *r, flush=True)
