#!/usr/bin/python3
"""Write the model file (MODEL_FORMAT.md), a golden file, and read model files.

usage: export.py --model model.npz [more.npz …] --vocab vocab.txt --out model.bin [--golden golden.json] [--dim 256] [--alpha …] [--hash …]
Several models are averaged.
"""
import argparse, json, math, os, struct, sys
import numpy as np
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tok import Tok, load_vocab
from words import split_words, path_fields
from bench import ALPHA, HASH, hash_row

CASES = [
    ("query", "how are HTTP requests routed to handlers"), ("query", "where is the status code of a response set"), ("query", "parse_config"),
    ("query", "MethodRouter"), ("query", "getURLsFromHTTPServer2"), ("query", "naïve café parser"), ("query", "обработка ошибок при разборе запроса"),
    ("query", "处理HTTP请求错误"), ("query", "エラー処理のテスト"), ("query", "xqzvwk frobnicatorize zzz"), ("query", ""), ("query", "a"),
    ("query", "한국어 주석을 찾기"), ("query", "x = y + 12345678901234567890 && __init__"),
    ("document", {"path": "src/net/http_client.ts", "names": "class HttpClient\nfetchJson(url: string)\nretryWithBackoff", "body": "/** Sends a request and reads the JSON of the answer. */\nexport class HttpClient {\n  async fetchJson(url: string) {\n    const res = await this.send(url);\n    if (res.status !== 200) throw new HttpError(res.statusCode, res.body);\n    return res.json();\n  }\n}\n"}),
    ("document", {"path": "main.go", "names": "", "body": "package main\n\nfunc main() {\n\tfmt.Println(\"hello, world\")\n}\n"}),
    ("document", {"path": "a/b/c/d/.bashrc", "names": "PATH", "body": "# Настройка путей для сборки\nexport PATH=$HOME/bin:$PATH\n"}),
    ("document", {"path": "docs/README", "names": "", "body": ""}),
    ("document", {"path": "lib/解析器.py", "names": "def 解析(text)", "body": "# 解析配置文件并返回字典\ndef 解析(text):\n    return dict(line.split('=') for line in text.splitlines())\n"}),
]


def read_bin(path):
    """-> dict with words, pairs, E (int8 rows as floats), w (weights of question, path, names, body), alpha, hash, M; also of version 1"""
    b = open(path, "rb").read()
    assert b[:4] == b"SCE1"
    version, V, D, L, W = struct.unpack_from("<5I", b, 4)
    if version == 1:   # no pairs, one document weight
        e = b[20:20 + L].decode("ascii").rstrip("\n").split("\n")
        q, d = np.frombuffer(b, "<f4", 2 * V, 20 + L).reshape(2, V)
        return {"words": e, "pairs": [], "E": np.frombuffer(b, "i1", V * D, 20 + L + 8 * V).reshape(V, D).astype("f4"), "w": np.stack([q, d, d, d]), "alpha": ALPHA, "hash": HASH, "M": None}
    assert version == 2
    alpha, h = np.frombuffer(b, "<f4", 5, 24), np.frombuffer(b, "<f4", 4, 44)
    e = b[64:64 + L].decode("ascii").rstrip("\n").split("\n")
    w = np.frombuffer(b, "<f4", 4 * V, 64 + L).reshape(4, V)
    at = 64 + L + 16 * V
    M = None
    if struct.unpack_from("<I", b, 60)[0]:
        M = np.frombuffer(b, "<f4", D * D, at).reshape(D, D)
        at += 4 * D * D
    E = np.frombuffer(b, "i1", V * D, at).reshape(V, D)
    return {"words": e[:W], "pairs": e[W:], "E": E.astype("f4"), "w": w, "alpha": alpha, "hash": h, "M": M}


class Encoder:
    """the reference: one text after another, in the order that MODEL_FORMAT.md gives"""

    def __init__(self, m):
        self.m, self.tok = m, Tok(m["words"], m["pairs"])

    def bag(self, text, idents):
        """-> {piece id: tf}, {key: tf}"""
        ws = split_words(text, idents)
        b, keys = {}, {}
        if not ws:
            return b, keys
        ids = {}
        seq = np.array([ids.setdefault(w, len(ids)) for w in ws], "i8")
        _, pc, tf = self.tok.bags(self.tok.table(["\n" if w[0] == "#" else w for w in ids]), seq, np.array([len(seq)]))
        for w in ws:
            if w[0] == "#":
                keys[w[1:]] = keys.get(w[1:], 0) + 1
        return dict(zip(pc.tolist(), tf.tolist())), keys

    def field(self, text, k, idents):
        m = self.m
        b, keys = self.bag(text, idents)
        v = np.zeros(m["E"].shape[1])
        for i, n in b.items():
            v += (1 + math.log(min(255, n))) * float(m["w"][k][i]) * m["E"][i]
        if k == 0 and m["M"] is not None:
            v = v + v @ m["M"].astype("f8")
        for key, n in keys.items():
            v += (1 + math.log(min(255, n))) * float(m["hash"][k]) * hash_row(key, len(v)).astype("f8")
        return v

    def embed(self, kind, x):
        u = lambda v: v / (np.linalg.norm(v) or 1)
        if kind == "query":
            return u(self.field(x, 0, True))
        s, d, o = path_fields(x["path"])
        fs = [self.field(s, 1, True), self.field(d, 1, False), self.field(o, 1, False), self.field(x["names"], 2, True), self.field(x["body"], 3, False)]
        return u(sum(float(a) * u(f) for a, f in zip(self.m["alpha"], fs)))


def write(path, vocab, pairs, E, wq, wf, alpha, hashes, M=None):
    V, D = E.shape
    s = np.maximum(np.abs(E).max(1), 1e-12) / 127
    q = np.clip(np.rint(E / s[:, None]), -127, 127).astype("i1")
    w = np.stack([np.exp(wq), *np.exp(wf)]) * s[None, :]
    block = "\n".join(vocab + pairs).encode("ascii") + b"\n"
    block += b"\n" * (-len(block) % 4)
    with open(path, "wb") as f:
        f.write(b"SCE1" + struct.pack("<5I", 2, V, D, len(block), len(vocab)) + np.array(alpha, "<f4").tobytes() + np.array(hashes, "<f4").tobytes() + struct.pack("<I", M is not None))
        f.write(block + w.astype("<f4").tobytes() + (b"" if M is None else M.astype("<f4").tobytes()) + q.tobytes())


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--model", required=True, nargs="+"); ap.add_argument("--vocab", required=True); ap.add_argument("--out", required=True); ap.add_argument("--golden")
    ap.add_argument("--dim", type=int); ap.add_argument("--alpha", default=",".join(map(str, ALPHA))); ap.add_argument("--hash", default=",".join(map(str, HASH)))
    a = ap.parse_args()
    vocab, pairs = load_vocab(a.vocab)
    zs = [np.load(m) for m in a.model]
    E, wq, wf = (np.mean([z[k] for z in zs], 0) for k in ("E", "wq", "wf"))
    M = np.mean([z["M"] if "M" in z.files else 0 * zs[0]["E"][:1].T @ zs[0]["E"][:1] for z in zs], 0)
    M = M[:a.dim, :a.dim] if np.abs(M).max() > 0 else None
    write(a.out, vocab, pairs, E[:, :a.dim], wq, wf, [float(x) for x in a.alpha.split(",")], [float(x) for x in a.hash.split(",")], M)
    print(a.out, os.path.getsize(a.out), "bytes")
    if a.golden:
        e = Encoder(read_bin(a.out))
        out = []
        for kind, x in CASES:
            o = {"kind": kind, "input": x, "vector": [round(float(y), 7) for y in e.embed(kind, x)]}
            b, keys = e.bag(x if kind == "query" else x["body"], kind == "query")
            o["pieces"] = [[i, n] for i, n in sorted(b.items())] + [["#" + k, n] for k, n in keys.items()]
            out.append(o)
        json.dump({"about": "pieces: of the question, or of the document's body (no identifier keys), by id, then hashed keys in order of appearance; tolerance 1e-5", "cases": out}, open(a.golden, "w"), ensure_ascii=False)
