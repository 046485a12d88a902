/**
 * The tables of the index. A change here, or of the result of analysis, raises `schemaVersion`: an index of another version is rebuilt, since all
 * of it can be derived from the workspace.
 *
 * `roots` are the folders that `files.path` is relative to, with the names that begin paths where there are several.
 * Nothing else depends on them: words, texts and keys are made of the path below the root and of the absolute path.
 *
 * `due` holds `purge` while removed text may still lie in some file.
 *
 * A chunk keeps its id while its key lives on in its file, and no id is used twice; `mark` shows whether anything but its
 * position has changed. Lines of `refs` count from the first line of their chunk, so that a chunk that only moves
 * leaves them as they are. Vector ids are never used twice either, and a vector never changes: what is derived from
 * vectors catches up by asking for greater ids.
 *
 * `refs` are mentions of names, as syntax has them; `module` is that of an import, else the qualifier; `arguments` counts those of a call. `edges` are facts of language servers: from the key of a chunk to
 * the key of another, `line` counted from the chunk's first, so that edits elsewhere harm neither. They hold while the
 * file's row in `facts` has the hash of the file's content; a mention is `settled` where they take its place.
 * `lost_edges` are files that had an edge to a chunk which is gone: if it comes back, they are asked about again.
 */

/**
 * Made with the first edges: nothing else looks a chunk up by its key, and keys, which are hashes, would make every
 * commit of a full index land all over this tree (48,000 chunks: 1.4 of 8 seconds).
 */
export const keyIndex = 'CREATE INDEX IF NOT EXISTS chunks_by_key ON chunks(key)';

/** Kept in `PRAGMA user_version`. */
export const schemaVersion = 68;

export const schema = `
CREATE TABLE meta(
  one INTEGER PRIMARY KEY CHECK (one = 1),
  database_id TEXT NOT NULL,
  generation INTEGER NOT NULL,
  next_chunk INTEGER NOT NULL,
  next_vector INTEGER NOT NULL,
  complete_model INTEGER,
  completed_at INTEGER,
  replaced INTEGER NOT NULL DEFAULT 0,
  deleted_vectors INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE due(what TEXT PRIMARY KEY);
CREATE TABLE roots(folder TEXT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE models(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  covered INTEGER NOT NULL DEFAULT 0,
  complete INTEGER NOT NULL DEFAULT 0,
  used_at INTEGER NOT NULL DEFAULT 0,
  UNIQUE(name, dimensions)
);
CREATE TABLE spent(
  role TEXT NOT NULL,
  name TEXT NOT NULL,
  requests INTEGER NOT NULL,
  retries INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  texts INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  money REAL NOT NULL,
  PRIMARY KEY(role, name)
);
CREATE TABLE imported(path TEXT PRIMARY KEY, hashes TEXT NOT NULL);
CREATE TABLE files(
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  language TEXT NOT NULL,
  role TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  mtime_ms REAL NOT NULL,
  lines INTEGER NOT NULL,
  indexed_at INTEGER NOT NULL,
  origin TEXT NOT NULL,
  provenance TEXT NOT NULL,
  problem TEXT,
  model INTEGER NOT NULL,
  chunk_count INTEGER NOT NULL,
  symbol_count INTEGER NOT NULL,
  ref_count INTEGER NOT NULL,
  vector_count INTEGER NOT NULL,
  -- Lines and kinds of masked secrets as JSON; null where there are none.
  masked TEXT
);
CREATE TABLE importance(file INTEGER PRIMARY KEY, users INTEGER NOT NULL);
CREATE TABLE texts(file INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE names(id INTEGER PRIMARY KEY, folded TEXT NOT NULL UNIQUE);
CREATE TABLE chunks(
  id INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  key TEXT NOT NULL,
  mark INTEGER NOT NULL,
  kind TEXT NOT NULL,
  parent INTEGER,
  name TEXT NOT NULL,
  fold INTEGER,
  qualified TEXT,
  symbol_kind TEXT,
  span_start INTEGER NOT NULL,
  span_end INTEGER NOT NULL,
  line_start INTEGER NOT NULL,
  line_end INTEGER NOT NULL,
  name_start INTEGER,
  name_end INTEGER,
  body_start INTEGER,
  body_end INTEGER,
  tokens INTEGER NOT NULL,
  signature TEXT,
  doc TEXT,
  meta TEXT
);
CREATE INDEX chunks_by_file ON chunks(file);
CREATE INDEX chunks_by_parent ON chunks(parent) WHERE parent IS NOT NULL;
CREATE INDEX chunks_by_fold ON chunks(fold) WHERE fold IS NOT NULL;
CREATE TABLE refs(
  chunk INTEGER NOT NULL,
  n INTEGER NOT NULL,
  fold INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  line INTEGER NOT NULL,
  module TEXT,
  arguments INTEGER,
  settled INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY(chunk, n)
) WITHOUT ROWID;
CREATE INDEX refs_by_fold ON refs(fold);
CREATE TABLE facts(
  file INTEGER PRIMARY KEY,
  content_hash TEXT NOT NULL,
  provenance TEXT NOT NULL,
  stale INTEGER NOT NULL,
  incomplete TEXT
);
CREATE TABLE lost_edges(
  to_key TEXT NOT NULL,
  file INTEGER NOT NULL,
  PRIMARY KEY(to_key, file)
) WITHOUT ROWID;
CREATE INDEX lost_edges_by_file ON lost_edges(file);
CREATE INDEX facts_stale ON facts(file) WHERE stale = 1;
CREATE TABLE edges(
  file INTEGER NOT NULL,
  from_key TEXT NOT NULL,
  to_key TEXT NOT NULL,
  kind TEXT NOT NULL,
  line INTEGER NOT NULL,
  mentions INTEGER NOT NULL,
  PRIMARY KEY(file, from_key, to_key, kind)
) WITHOUT ROWID;
CREATE INDEX edges_by_target ON edges(to_key);
CREATE TABLE parts(chunk INTEGER NOT NULL, n INTEGER NOT NULL, vector INTEGER NOT NULL, PRIMARY KEY(chunk, n)) WITHOUT ROWID;
CREATE INDEX parts_by_vector ON parts(vector);
CREATE TABLE vectors(id INTEGER PRIMARY KEY, model INTEGER NOT NULL, hash TEXT NOT NULL, scale REAL NOT NULL, codes BLOB NOT NULL);
CREATE UNIQUE INDEX vectors_by_hash ON vectors(hash, model);
CREATE TRIGGER vectors_deleted AFTER DELETE ON vectors BEGIN UPDATE meta SET deleted_vectors = deleted_vectors + 1; END;
CREATE VIRTUAL TABLE lexical USING fts5(path, name, signature, body, content='', contentless_delete=1, tokenize='ascii');
INSERT INTO lexical(lexical, rank) VALUES('automerge', 8);
PRAGMA user_version = ${schemaVersion};
`;
