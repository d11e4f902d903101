-- Drafts before they are deployed, and the allowlists that creators publish.

create table drafts (
  id uuid default gen_random_uuid() primary key,
  owner text not null check (owner = lower(owner)),
  chain_id bigint not null,
  alias text,
  fields jsonb not null,
  image_file text,
  -- Film that every token plays; its poster is the image.
  animation_file text,
  cover_file text,
  version integer not null default 1,
  salt text,
  predicted_address text,
  deadline timestamptz,
  -- Session that prepared it; null: several, so that a request may be open in another wallet.
  prepared_by uuid,
  -- As the creator's page reported it: shown, and never believed.
  transaction_hash text,
  collection_id uuid references collections on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  list_root text,
  -- Commitment to the hidden order of its set, and what it was made for: network, factory
  -- and manifest of the works.
  reveal_commitment text,
  reveal_scope text,
  visibility text not null default 'shown' check (visibility in ('shown', 'hidden'))
);

create unique index drafts_by_salt on drafts (chain_id, owner, salt);

create index drafts_of_owner on drafts (owner, created_at desc);

-- Accounts that may change texts and pictures of a draft, and of the page of the collection that
-- is made of it. A row counts while the account that named it owns the contract: no more once
-- the ownership moves on the chain, and again if a reorg takes that back.
create table editors (
  contract_id uuid not null,
  owner text not null check (owner = lower(owner)),
  address text not null check (address = lower(address)),
  added_at timestamptz not null,
  primary key (contract_id, owner, address)
);

create index editors_by_address on editors (address);

create function is_editor(of_contract uuid, of_owner text, account text) returns boolean
language sql stable as $$
  select exists (select from editors
    where contract_id = of_contract and owner = of_owner and address = account)
$$;

create table draft_keys (
  user_id uuid not null references users on delete cascade,
  key text not null,
  request_hash text not null,
  draft_id uuid not null,
  -- What was not kept of its pictures, by file.
  notes jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);

-- A list is written and read only as a whole, so its wallets are gzipped JSON.
create table draft_lists (
  draft_id uuid not null references drafts on delete cascade,
  phase_id integer not null,
  entries integer not null,
  lowest_price_wei numeric(78),
  highest_price_wei numeric(78),
  content bytea not null,
  -- Rows that are no entries, in the same form, until their creator corrects them.
  left_out bytea not null,
  left_out_count integer not null,
  primary key (draft_id, phase_id)
);

-- Works and their files as they were stored, by what an account sent: nothing of another
-- account is ever found here.
create table masters (
  user_id uuid not null references users on delete cascade,
  uploaded_sha256 text not null,
  -- `{sha256}.{extension}` of the stored bytes.
  name text not null,
  bytes bigint not null,
  format text not null,
  width integer,
  height integer,
  -- Location and camera data found in it, and whether the stored bytes have it: those that a
  -- creator keeps are another work than the same upload without them.
  finds jsonb not null,
  camera_data text not null check (camera_data in ('none', 'removed', 'kept', 'stays')),
  -- What was removed of the upload, a sentence each.
  notes jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, uploaded_sha256, camera_data)
);

create index masters_by_hash on masters (left(name, 64));

-- Pieces of files on their way: `length` bytes at `position` of the file
-- `{part}-part.bin`.
create table received_pieces (
  user_id uuid not null references users on delete cascade,
  -- Of the whole file, as its sender states it.
  sha256 text not null,
  piece integer not null,
  part text not null,
  position integer not null,
  length integer not null,
  received_at timestamptz not null,
  primary key (user_id, sha256, piece)
);

create index received_pieces_by_part on received_pieces (part);

create table uploads (
  id uuid default gen_random_uuid() primary key,
  draft_id uuid not null references drafts on delete cascade,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('folder', 'files', 'zip', 'more', 'work')),
  -- SHA-256 of kind and files.
  manifest_hash text not null,
  -- As its draft decided when it began.
  keeps_camera_data boolean not null default false,
  file_count integer not null,
  total_bytes bigint not null,
  received_bytes bigint not null,
  state text not null check (state in ('receiving', 'checking', 'ready', 'failed')),
  -- Process that reads the files, and its last sign of life.
  claimed_by uuid,
  claimed_at timestamptz,
  checked_files integer not null default 0,
  files_to_check integer,
  failure text,
  -- The files are taken once the draft keeps their camera data.
  can_keep boolean not null default false,
  -- What was removed of the files of a single work, or kept in them, a sentence each.
  notes jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (draft_id, manifest_hash, keeps_camera_data)
);

create index uploads_of_user on uploads (user_id, updated_at);

create index uploads_to_check on uploads (updated_at) where state = 'checking';

create table upload_files (
  upload_id uuid not null references uploads on delete cascade,
  position integer not null,
  path text not null,
  size bigint not null,
  sha256 text not null,
  -- Number of its first piece among those of all files.
  first_piece integer not null,
  pieces integer not null,
  primary key (upload_id, position)
);

create index upload_files_by_piece on upload_files (upload_id, first_piece);

create index upload_files_by_hash on upload_files (sha256, upload_id);

-- Works of a draft, and of the collection that is made of it: both have the same id, and the
-- set stays when the page of the collection is deleted, because wallets show its tokens.
create table sets (
  contract_id uuid primary key,
  user_id uuid not null,
  upload_id uuid,
  origin text not null check (origin in ('folder', 'files', 'zip')),
  -- Gzipped JSON, read and written as a whole: the files, and what was found in them.
  files bytea not null,
  report bytea not null,
  -- File with the sheets and JSON files.
  texts_file text,
  corrections jsonb not null,
  accepted jsonb not null,
  works integer not null,
  problem_count integer not null,
  -- Hashes of all works; its own hash is the start of its name.
  manifest_file text not null,
  -- When the works of a deployed collection are shown; null until then.
  shown text check (shown in ('at_once', 'at_mint', 'at_reveal')),
  changed_at timestamptz not null
);

create index sets_by_texts on sets (left(texts_file, 64));

create index sets_by_manifest on sets (left(manifest_file, 64));

create table works (
  contract_id uuid not null references sets on delete cascade,
  token_id integer not null,
  name text,
  description text,
  external_url text,
  -- Names of stored files; null while one is missing.
  file text,
  animation_file text,
  -- Of the image as it came.
  uploaded_sha256 text,
  width integer,
  height integer,
  attributes jsonb not null,
  -- Where its description stands: a file, and a line of it where there are several.
  source jsonb not null,
  -- Token that shows it after the reveal; null until its creator has opened the commitment.
  revealed_id integer,
  primary key (contract_id, token_id),
  unique (contract_id, revealed_id)
);

create index works_by_file on works (left(file, 64));

create index works_by_animation on works (left(animation_file, 64));

-- CAR files of the works of drafts and collections, which are computed again for each download.
create table archives (
  contract_id uuid primary key,
  art text not null check (art in ('set', 'one')),
  -- SHA-256 of everything that it is made of.
  source_hash text not null,
  name text not null,
  description text not null,
  -- Content identifier.
  root text not null,
  -- SHA-256 of the manifest of a set in the order of its tokens; null of one work.
  manifest_hash text,
  bytes bigint not null,
  -- Secret part of the address under which browsers load it.
  ticket text not null,
  ticket_ends_at timestamptz not null
);

-- Exit bundles that their owners started, until they are deleted with their files.
create table exit_bundles (
  id uuid default gen_random_uuid() primary key,
  contract_id uuid not null,
  owner text not null check (owner = lower(owner)),
  state text not null check (state in ('running', 'ready', 'failed')),
  done_steps integer not null default 0,
  total_steps integer not null default 0,
  failure text,
  has_reveal_file boolean not null,
  file_name text not null,
  -- `{sha256}.zip` of the store, which answers it under no public address.
  file text,
  bytes bigint,
  -- Secret part of the address under which browsers load it.
  ticket text not null,
  started_at timestamptz not null,
  updated_at timestamptz not null
);

create index exit_bundles_of_collection on exit_bundles (contract_id, started_at desc);

create index exit_bundles_by_file on exit_bundles (left(file, 64));

create index exit_bundles_by_time on exit_bundles (updated_at);

-- Rehearsals of drafts, the newest of each. One runs at a time on the whole instance.
create table rehearsals (
  id uuid primary key,
  draft_id uuid not null references drafts on delete cascade,
  -- Version and time of the draft that is rehearsed.
  draft_version integer not null,
  draft_updated_at timestamptz not null,
  state text not null check (state in ('running', 'done', 'failed')),
  step text not null,
  done integer not null default 0,
  total integer not null default 0,
  sentence text,
  report jsonb,
  started_at timestamptz not null,
  -- Last sign of life of its process.
  seen_at timestamptz not null,
  ended_at timestamptz
);

create unique index rehearsals_running on rehearsals (state) where state = 'running';

create index rehearsals_of_draft on rehearsals (draft_id, started_at desc);

-- Works that tokens of deployed collections show: hidden ones only once the index has the
-- reveal of their collection, and no more when a reorg takes it away.
create view token_works as
  select w.contract_id, w.token_id, w.name, w.description, w.external_url, w.file,
    w.animation_file, w.attributes, s.shown = 'at_once' as is_shown_at_once
  from works w join sets s using (contract_id)
  where s.shown in ('at_once', 'at_mint')
  union all
  select w.contract_id, w.revealed_id, w.name, w.description, w.external_url, w.file,
    w.animation_file, w.attributes, false
  from works w join sets s using (contract_id)
  where s.shown = 'at_reveal' and w.revealed_id is not null and exists (
    select from events e where e.collection_id = w.contract_id and e.kind = 'revealed');

create table lists (
  root text primary key,
  chain_id bigint not null,
  content_hash text not null unique,
  terms jsonb not null,
  entries integer not null,
  draft_id uuid references drafts on delete set null,
  -- Deployed collection that its owner made it for; null: it is that of a draft.
  collection_id uuid,
  published_at timestamptz not null default now()
);

create index lists_of_collection on lists (collection_id, published_at desc)
  where collection_id is not null;

create table list_entries (
  root text not null references lists on delete cascade,
  address text not null check (address = lower(address)),
  phase_id integer not null,
  packed numeric(78) not null,
  quantity integer not null,
  price_wei numeric(78) not null,
  -- Place of its leaf in the tree; its piece is a 256th of it.
  position integer not null,
  primary key (root, address, phase_id)
);

-- 256 leaves of a tree each and all nodes above them, so that a proof is read, not hashed. Of
-- 100,000 wallets they take 7.0 MB instead of 3.7 MB, beside 40 MB of entries.
create table list_pieces (
  root text not null references lists on delete cascade,
  piece integer not null,
  -- Level by level from the leaves up, 32 bytes each, without the root of the piece.
  nodes bytea not null,
  -- Nodes from the root of the piece up, the same for all its leaves.
  proof bytea not null,
  primary key (root, piece)
);
