/**
 * The tables of a team's index in PostgreSQL: many repositories and branches in one database. A change here raises `teamSchemaVersion`;
 * a database of another version is refused, not migrated, since all of it can be published again.
 *
 * A row of `file` is one analysed content at one path of a repository, found by `digest`. Its chunks, words, mentions, edges and vectors
 * are written once, with it, and never change. A branch is a list of such rows: two branches share what they have in common.
 *
 * A chunk's id is `file * 2^20 + n`, n counting the chunks of the file. `posting` has one row a word and file; `at` is where the word
 * occurs, ascending: `chunk n * 2^32 + field * 2^30 + offset in the field`, fields being path, name, signature and body. From it follow
 * the frequencies of BM25 and whether words stand next to each other.
 *
 * Every row says its repository, and row-level security gives a role the rows of the repositories that `reader` names for it. The role that
 * created the schema publishes and sees all. Rows of a file have no foreign keys: they are written and removed by one statement each
 * (publish-branch.ts), and checks would double the time.
 */

export const teamSchemaVersion = 2;

/** Bits of a chunk's number in its file, and of an offset within a field: see above. */
export const chunkBits = 20;
export const fieldBits = 30;
export const ordinalBits = 32;

/** Tables whose rows belong to one row of `file`. */
export const contentTables = ['chunk', 'posting', 'mention', 'edge', 'part'] as const;
const repositoryTables = ['branch', 'branch_file', 'file', ...contentTables] as const;

const ownRepositories = 'ARRAY(SELECT r.repository FROM context_team.reader r WHERE r.role = current_user)';

/** The owner's policy comes first: those who publish see all. */
const secured = (table: string, isReadable: string): string => `
ALTER TABLE context_team.${table} ENABLE ROW LEVEL SECURITY;
ALTER TABLE context_team.${table} FORCE ROW LEVEL SECURITY;
CREATE POLICY publishes ON context_team.${table} TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY reads ON context_team.${table} FOR SELECT USING (${isReadable});`;

export const teamSchema = `
CREATE EXTENSION IF NOT EXISTS vector;
CREATE SCHEMA context_team;
CREATE SEQUENCE context_team.file_id;
CREATE SEQUENCE context_team.generation;
CREATE TABLE context_team.version(version integer NOT NULL);
INSERT INTO context_team.version VALUES(${teamSchemaVersion});
CREATE TABLE context_team.repository(
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  -- Answers for those who name no branch.
  main_branch text NOT NULL
);
CREATE TABLE context_team.reader(
  role name NOT NULL,
  repository integer NOT NULL REFERENCES context_team.repository ON DELETE CASCADE,
  PRIMARY KEY(role, repository)
);
CREATE TABLE context_team.branch(
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  repository integer NOT NULL REFERENCES context_team.repository ON DELETE CASCADE,
  name text COLLATE "C" NOT NULL,
  commit text,
  model text NOT NULL,
  dimensions integer NOT NULL,
  generation bigint NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE(repository, name)
);
CREATE TABLE context_team.file(
  id bigint PRIMARY KEY,
  repository integer NOT NULL,
  digest text NOT NULL,
  path text COLLATE "C" NOT NULL,
  language text NOT NULL,
  role text NOT NULL,
  content_hash text NOT NULL,
  size_bytes bigint NOT NULL,
  lines integer NOT NULL,
  provenance text NOT NULL,
  -- The language server that its edges come from; null where syntax alone has seen it.
  facts text,
  problem text,
  chunk_count integer NOT NULL,
  symbol_count integer NOT NULL,
  ref_count integer NOT NULL,
  vector_count integer NOT NULL,
  words bigint NOT NULL,
  masked text,
  text text NOT NULL,
  UNIQUE(repository, digest)
);
CREATE TABLE context_team.branch_file(
  repository integer NOT NULL,
  branch integer NOT NULL REFERENCES context_team.branch ON DELETE CASCADE,
  file bigint NOT NULL,
  mtime_ms double precision NOT NULL,
  indexed_at bigint NOT NULL,
  -- Files that lean on this one.
  users integer NOT NULL,
  PRIMARY KEY(branch, file)
);
CREATE INDEX branch_file_by_file ON context_team.branch_file(file);
CREATE TABLE context_team.chunk(
  id bigint PRIMARY KEY,
  repository integer NOT NULL,
  file bigint NOT NULL,
  key text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  parent bigint,
  name text COLLATE "C" NOT NULL,
  folded text COLLATE "C",
  qualified text,
  symbol_kind text,
  span_start integer NOT NULL,
  span_end integer NOT NULL,
  line_start integer NOT NULL,
  line_end integer NOT NULL,
  name_start integer,
  name_end integer,
  body_start integer,
  body_end integer,
  tokens integer NOT NULL,
  words integer NOT NULL,
  signature text,
  doc text,
  meta text
);
CREATE INDEX chunk_by_file ON context_team.chunk(file);
CREATE INDEX chunk_by_parent ON context_team.chunk(parent) WHERE parent IS NOT NULL;
CREATE INDEX chunk_by_name ON context_team.chunk(folded) WHERE folded IS NOT NULL;
CREATE INDEX chunk_by_key ON context_team.chunk(key);
CREATE TABLE context_team.posting(
  repository integer NOT NULL,
  file bigint NOT NULL,
  word text COLLATE "C" NOT NULL,
  chunks integer NOT NULL,
  at bigint[] NOT NULL,
  PRIMARY KEY(word, file)
);
CREATE INDEX posting_by_file ON context_team.posting(file);
CREATE TABLE context_team.mention(
  repository integer NOT NULL,
  file bigint NOT NULL,
  chunk bigint NOT NULL,
  n integer NOT NULL,
  folded text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  line integer NOT NULL,
  module text,
  -- Of a call.
  arguments integer,
  -- An edge takes its place.
  settled boolean NOT NULL,
  PRIMARY KEY(chunk, n)
);
CREATE INDEX mention_by_name ON context_team.mention(folded);
CREATE INDEX mention_by_file ON context_team.mention(file);
CREATE TABLE context_team.edge(
  repository integer NOT NULL,
  file bigint NOT NULL,
  from_chunk bigint NOT NULL,
  to_key text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  line integer NOT NULL,
  PRIMARY KEY(from_chunk, to_key, kind)
);
CREATE INDEX edge_by_target ON context_team.edge(to_key);
CREATE INDEX edge_by_file ON context_team.edge(file);
CREATE TABLE context_team.part(
  repository integer NOT NULL,
  file bigint NOT NULL,
  chunk bigint NOT NULL,
  n integer NOT NULL,
  -- The vector is scale * codes, one signed byte a dimension; embedding is the same, rounded, for pgvector.
  scale double precision NOT NULL,
  codes bytea NOT NULL,
  embedding halfvec NOT NULL,
  PRIMARY KEY(chunk, n)
);
CREATE INDEX part_by_file ON context_team.part(file);
${secured('reader', 'role = current_user')}
${secured('repository', `id = ANY (${ownRepositories})`)}
${repositoryTables.map((table) => secured(table, `repository = ANY (${ownRepositories})`)).join('')}
-- Whoever may connect may ask; the policies decide what there is.
GRANT USAGE ON SCHEMA context_team TO PUBLIC;
GRANT SELECT ON ALL TABLES IN SCHEMA context_team TO PUBLIC;
`;
