-- Order of the public lists: each is one index of the listed collections alone, so that a page
-- costs the same among a thousand and among a million. Filters by status and price are part of the
-- key (`facet`, see facets.ts), because status and order depend on each other: most upcoming
-- collections have no mints, so that a scan by mints would pass all others first. Every table
-- repeats the facet of collection_prices. Kind alone, and free alone, are checked in the indexes of
-- the whole lists.

-- Narrow: an index is read alone only where one page of the visibility map covers the table.
create table collection_stats (
  collection_id uuid primary key references collections on delete cascade,
  chain_id bigint not null,
  created_at timestamptz not null,
  is_listed boolean not null,
  facet smallint not null default 0,
  kind smallint not null default 0,
  creator text not null,
  minted bigint not null,
  unique_minters bigint not null,
  volume_wei numeric(78) not null,
  search_text text not null
);

create index collection_stats_minted
  on collection_stats (minted desc, created_at desc, collection_id desc) include (facet, kind)
  where is_listed;

create index collection_stats_minted_on_chain
  on collection_stats (chain_id, minted desc, created_at desc, collection_id desc) include (facet, kind)
  where is_listed;

create index collection_stats_minted_of_facet
  on collection_stats (chain_id, facet, minted desc, created_at desc, collection_id desc) include (kind)
  where is_listed;

create index collection_stats_newest on collection_stats (created_at desc, collection_id desc) include (facet, kind)
  where is_listed;

create index collection_stats_newest_on_chain
  on collection_stats (chain_id, created_at desc, collection_id desc) include (facet, kind)
  where is_listed;

create index collection_stats_of_creator
  on collection_stats (creator, chain_id, created_at desc, collection_id desc) include (search_text, facet, kind)
  where is_listed;

create index collection_stats_popular
  on collection_stats (unique_minters desc, minted desc, created_at desc, collection_id desc) include (facet, kind)
  where is_listed;

create index collection_stats_popular_on_chain
  on collection_stats (chain_id, unique_minters desc, minted desc, created_at desc, collection_id desc) include (facet, kind)
  where is_listed;

create index collection_stats_popular_of_facet
  on collection_stats (chain_id, facet, unique_minters desc, minted desc, created_at desc, collection_id desc) include (kind)
  where is_listed;

create index collection_stats_searched
  on collection_stats (minted desc, created_at desc, collection_id desc) include (search_text, facet, kind)
  where is_listed;

create index collection_stats_searched_on_chain
  on collection_stats (chain_id, minted desc, created_at desc, collection_id desc) include (search_text, facet, kind)
  where is_listed;

create index collection_stats_volume
  on collection_stats (chain_id, volume_wei desc, created_at desc, collection_id desc) include (facet, kind)
  where is_listed;

create index collection_stats_volume_of_facet
  on collection_stats (chain_id, facet, volume_wei desc, created_at desc, collection_id desc) include (kind)
  where is_listed;

-- In how many time windows a collection is ranked: the longer ones, which include the shorter.
create table collection_windows (
  collection_id uuid primary key references collections on delete cascade,
  chain_id bigint not null,
  created_at timestamptz not null,
  is_listed boolean not null,
  facet smallint not null default 0,
  kind smallint not null default 0,
  windows smallint not null default 0,
  is_scored boolean not null default false
);

create index collection_windows_unscored
  on collection_windows (created_at desc, collection_id desc) include (facet, kind)
  where is_listed and not is_scored;

create index collection_windows_unscored_on_chain
  on collection_windows (chain_id, created_at desc, collection_id desc) include (facet, kind)
  where is_listed and not is_scored;

create index collection_windows_windows
  on collection_windows (windows, created_at desc, collection_id desc) include (chain_id, facet, kind)
  where is_listed;

create index collection_windows_windows_on_chain
  on collection_windows (chain_id, windows, created_at desc, collection_id desc) include (facet, kind)
  where is_listed;

create index collection_windows_of_facet
  on collection_windows (chain_id, facet, created_at desc, collection_id desc) include (kind, windows, is_scored)
  where is_listed;

-- Price of a collection and end of that price, until time changes it; null: never.
create table collection_prices (
  collection_id uuid primary key references collections on delete cascade,
  chain_id bigint not null,
  created_at timestamptz not null,
  created_block bigint not null,
  is_listed boolean not null,
  facet smallint not null default 0,
  kind smallint not null default 0,
  price_wei numeric(78),
  neg_price_wei numeric(78) generated always as (-price_wei) stored,
  ends_at timestamptz,
  changes_at timestamptz default '-infinity'
);

create index collection_prices_ascending
  on collection_prices (chain_id, neg_price_wei desc, created_at desc, collection_id desc) include (facet, kind)
  where is_listed and price_wei is not null;

create index collection_prices_ascending_of_facet
  on collection_prices (chain_id, facet, neg_price_wei desc, created_at desc, collection_id desc) include (kind)
  where is_listed and price_wei is not null;

-- Finds what is not confirmed yet, with the facet and kind that it counts for.
create index collection_prices_by_block
  on collection_prices (chain_id, created_block) include (collection_id, facet, kind)
  where is_listed;

create index collection_prices_due on collection_prices (changes_at);

create index collection_prices_ending on collection_prices (ends_at, created_at, collection_id) include (facet, kind)
  where is_listed and ends_at is not null;

create index collection_prices_ending_on_chain
  on collection_prices (chain_id, ends_at, created_at, collection_id) include (facet, kind)
  where is_listed and ends_at is not null;

create index collection_prices_ending_of_facet
  on collection_prices (chain_id, facet, ends_at, created_at, collection_id) include (kind)
  where is_listed and ends_at is not null;

create index collection_prices_endless
  on collection_prices (created_at desc, collection_id desc) include (facet, kind)
  where is_listed and ends_at is null;

create index collection_prices_endless_on_chain
  on collection_prices (chain_id, created_at desc, collection_id desc) include (facet, kind)
  where is_listed and ends_at is null;

create index collection_prices_endless_of_facet
  on collection_prices (chain_id, facet, created_at desc, collection_id desc) include (kind)
  where is_listed and ends_at is null;

create index collection_prices_price
  on collection_prices (chain_id, price_wei desc, created_at desc, collection_id desc) include (facet, kind)
  where is_listed and price_wei is not null;

create index collection_prices_price_of_facet
  on collection_prices (chain_id, facet, price_wei desc, created_at desc, collection_id desc) include (kind)
  where is_listed and price_wei is not null;

-- The facets of upcoming collections: they change when they open.
create index collection_prices_starting
  on collection_prices (changes_at, created_at, collection_id) include (chain_id)
  where is_listed and facet in (4, 5);

create index collection_prices_unpriced_on_chain
  on collection_prices (chain_id, created_at desc, collection_id desc) include (facet, kind)
  where is_listed and price_wei is null;

-- A mint later than this is inside the window; without a row, every mint is.
create table ranking_watermarks (
  time_window text primary key,
  since timestamptz not null
);

create table collection_rankings (
  time_window text not null,
  collection_id uuid not null references collections on delete cascade,
  chain_id bigint not null,
  created_at timestamptz not null,
  minters bigint not null,
  mints bigint not null,
  volume_wei numeric(78) not null,
  is_listed boolean not null default false,
  facet smallint not null default 0,
  kind smallint not null default 0,
  primary key (collection_id, time_window)
);

create index collection_rankings_minters
  on collection_rankings (time_window, minters desc, mints desc, created_at desc, collection_id desc) include (facet, kind)
  where is_listed;

create index collection_rankings_minters_on_chain
  on collection_rankings (time_window, chain_id, minters desc, mints desc, created_at desc, collection_id desc) include (facet, kind)
  where is_listed;

create index collection_rankings_minters_of_facet
  on collection_rankings (time_window, chain_id, facet, minters desc, mints desc, created_at desc, collection_id desc) include (kind)
  where is_listed;

create index collection_rankings_mints
  on collection_rankings (time_window, mints desc, created_at desc, collection_id desc) include (facet, kind)
  where is_listed;

create index collection_rankings_mints_on_chain
  on collection_rankings (time_window, chain_id, mints desc, created_at desc, collection_id desc) include (facet, kind)
  where is_listed;

create index collection_rankings_mints_of_facet
  on collection_rankings (time_window, chain_id, facet, mints desc, created_at desc, collection_id desc) include (kind)
  where is_listed;

create index collection_rankings_unpaid
  on collection_rankings (time_window, created_at desc, collection_id desc) include (chain_id, facet, kind)
  where is_listed and volume_wei = 0;

create index collection_rankings_volume
  on collection_rankings (time_window, chain_id, volume_wei desc, created_at desc, collection_id desc) include (facet, kind)
  where is_listed;

create index collection_rankings_volume_of_facet
  on collection_rankings (time_window, chain_id, facet, volume_wei desc, created_at desc, collection_id desc) include (kind)
  where is_listed;

-- Scores are written anew each minute under the number of the run; older runs are not read.
create table trending_runs (
  is_only boolean default true primary key check (is_only),
  run bigint not null
);

create table trending_scores (
  collection_id uuid primary key references collections on delete cascade,
  chain_id bigint not null,
  score double precision not null,
  created_at timestamptz not null,
  is_listed boolean not null,
  facet smallint not null default 0,
  kind smallint not null default 0,
  minters double precision not null,
  mints double precision not null,
  volume_usd double precision not null,
  run bigint not null
);

create index trending_scores_score on trending_scores (run, score, created_at, collection_id) include (facet, kind)
  where is_listed;

create index trending_scores_score_on_chain
  on trending_scores (chain_id, score desc, created_at desc, collection_id desc) include (facet, kind)
  where is_listed;

create index trending_scores_score_of_facet
  on trending_scores (chain_id, facet, score desc, created_at desc, collection_id desc) include (kind)
  where is_listed;

-- The sum is the count: rows are only added, so that no writer waits for another.
create table list_counts (
  chain_id bigint not null,
  change bigint not null,
  newest_block bigint not null
);

-- Number of listed collections of each facet and kind; the sum is the count here too.
create table list_facet_counts (
  chain_id bigint not null,
  facet smallint not null,
  kind smallint not null,
  change bigint not null
);

-- Collections that were listed, hidden or given another facet while another transaction may have written their rows.
create table listing_outbox (
  collection_id uuid not null
);

create table creator_changes (
  address text not null,
  changed_at timestamptz not null default now()
);

create function number_of_kind(kind text) returns smallint language sql immutable strict as $$
  select (array_position(array['drop', 'open_edition', 'edition'], kind) - 1)::smallint
$$;

create function list_new_collections() returns trigger language plpgsql as $$
begin
  insert into collection_stats (collection_id, chain_id, created_at, is_listed, kind, creator, minted,
    unique_minters, volume_wei, search_text)
  select id, chain_id, created_at, is_listed, number_of_kind(kind), creator, minted, unique_minters,
    volume_wei, search_text
  from new_rows;
  insert into collection_windows (collection_id, chain_id, created_at, is_listed, kind)
  select id, chain_id, created_at, is_listed, number_of_kind(kind) from new_rows;
  insert into collection_prices (collection_id, chain_id, created_at, created_block, is_listed, kind)
  select id, chain_id, created_at, created_block, is_listed, number_of_kind(kind) from new_rows;
  insert into list_counts (chain_id, change, newest_block)
  select chain_id, count(*), max(created_block) from new_rows where is_listed group by chain_id;
  return null;
end $$;

create trigger list_new_collections after insert on collections
  referencing new table as new_rows for each statement execute function list_new_collections();

-- Rows that another transaction holds are skipped and left to a job, by the outbox: hiding a
-- collection never waits for a count.
create function list_changed_collection() returns trigger language plpgsql as $$
begin
  update collection_rankings set is_listed = new.is_listed where ctid = any(array(
    select ctid from collection_rankings where collection_id = new.id for update skip locked));
  update trending_scores set is_listed = new.is_listed where ctid = any(array(
    select ctid from trending_scores where collection_id = new.id for update skip locked));
  update collection_stats set is_listed = new.is_listed where ctid = any(array(
    select ctid from collection_stats where collection_id = new.id for update skip locked));
  update collection_windows set is_listed = new.is_listed where ctid = any(array(
    select ctid from collection_windows where collection_id = new.id for update skip locked));
  update collection_prices set is_listed = new.is_listed where ctid = any(array(
    select ctid from collection_prices where collection_id = new.id for update skip locked));
  insert into listing_outbox (collection_id) values (new.id);
  insert into list_counts (chain_id, change, newest_block)
  values (new.chain_id, case when new.is_listed then 1 else -1 end, new.created_block);
  return null;
end $$;

create trigger list_changed_collection after update of visibility, is_unlisted, deleted_at, blocked_at,
    unreadable_block on collections
  for each row when (old.is_listed <> new.is_listed) execute function list_changed_collection();

create function count_new_facets() returns trigger language plpgsql as $$
begin
  insert into list_facet_counts (chain_id, facet, kind, change)
  select chain_id, facet, kind, count(*) from new_rows where is_listed group by 1, 2, 3;
  return null;
end $$;

create trigger count_new_facets after insert on collection_prices
  referencing new table as new_rows for each statement execute function count_new_facets();

create function count_deleted_facets() returns trigger language plpgsql as $$
begin
  insert into list_facet_counts (chain_id, facet, kind, change)
  select chain_id, facet, kind, -count(*) from old_rows where is_listed group by 1, 2, 3;
  return null;
end $$;

create trigger count_deleted_facets after delete on collection_prices
  referencing old table as old_rows for each statement execute function count_deleted_facets();

-- Counts changed rows and copies changed facets. Locked rows are left to the job, as above: the job
-- that moves facets holds rows that an indexer waits for, and must not wait for the indexer.
create function apply_changed_facets() returns trigger language plpgsql as $$
declare moved uuid[];
begin
  insert into list_facet_counts (chain_id, facet, kind, change)
  select chain_id, facet, kind, sum(change) from (
    select chain_id, facet, kind, -1 as change from old_rows where is_listed
    union all select chain_id, facet, kind, 1 from new_rows where is_listed) x
  group by 1, 2, 3 having sum(change) <> 0;
  select array_agg(n.collection_id) into moved from new_rows n join old_rows o using (collection_id)
  where n.facet <> o.facet;
  if moved is null then return null; end if;
  update collection_rankings t set facet = n.facet from new_rows n
  where n.collection_id = t.collection_id and t.ctid = any(array(
    select ctid from collection_rankings where collection_id = any(moved) for update skip locked));
  update trending_scores t set facet = n.facet from new_rows n
  where n.collection_id = t.collection_id and t.ctid = any(array(
    select ctid from trending_scores where collection_id = any(moved) for update skip locked));
  update collection_stats t set facet = n.facet from new_rows n
  where n.collection_id = t.collection_id and t.ctid = any(array(
    select ctid from collection_stats where collection_id = any(moved) for update skip locked));
  update collection_windows t set facet = n.facet from new_rows n
  where n.collection_id = t.collection_id and t.ctid = any(array(
    select ctid from collection_windows where collection_id = any(moved) for update skip locked));
  insert into listing_outbox (collection_id) select unnest(moved);
  return null;
end $$;

create trigger apply_changed_facets after update on collection_prices
  referencing old table as old_rows new table as new_rows
  for each statement execute function apply_changed_facets();

create function update_collection_stats() returns trigger language plpgsql as $$
begin
  update collection_stats set (creator, minted, unique_minters, volume_wei, search_text) =
    (new.creator, new.minted, new.unique_minters, new.volume_wei, new.search_text)
  where collection_id = new.id;
  return null;
end $$;

create trigger update_collection_stats after update of creator, minted, unique_minters, volume_wei,
    name, symbol, alias on collections
  for each row when (
    (old.creator, old.minted, old.unique_minters, old.volume_wei, old.search_text) is distinct from
    (new.creator, new.minted, new.unique_minters, new.volume_wei, new.search_text))
  execute function update_collection_stats();

create function count_deleted_collections() returns trigger language plpgsql as $$
begin
  insert into list_counts (chain_id, change, newest_block)
  select chain_id, -count(*), -1 from old_rows where is_listed group by chain_id;
  return null;
end $$;

create trigger count_deleted_collections after delete on collections
  referencing old table as old_rows for each statement execute function count_deleted_collections();

create function count_ranked_windows() returns trigger language plpgsql as $$
begin
  update collection_windows w set windows = n.windows from (
    select x.collection_id, (select count(*) from collection_rankings r
      where r.collection_id = x.collection_id) as windows
    from (select distinct collection_id from changed) x) n
  where w.collection_id = n.collection_id and w.windows <> n.windows;
  return null;
end $$;

create trigger count_ranked_windows_after_insert after insert on collection_rankings
  referencing new table as changed for each statement execute function count_ranked_windows();

create trigger count_ranked_windows_after_delete after delete on collection_rankings
  referencing old table as changed for each statement execute function count_ranked_windows();

create function mark_scored() returns trigger language plpgsql as $$
begin
  update collection_windows w set is_scored = (tg_op = 'INSERT') from changed x
  where w.collection_id = x.collection_id;
  return null;
end $$;

create trigger mark_scored_after_insert after insert on trending_scores
  referencing new table as changed for each statement execute function mark_scored();

create trigger mark_scored_after_delete after delete on trending_scores
  referencing old table as changed for each statement execute function mark_scored();

create function set_creator_name() returns trigger language plpgsql as $$
begin
  select username, avatar_file, auth_chain_id is not null
  into new.creator_name, new.creator_avatar, new.is_creator_contract
  from find_account(new.creator, new.chain_id);
  new.is_creator_contract = coalesce(new.is_creator_contract, false);
  return new;
end $$;

create trigger set_creator_name before insert on collections
  for each row execute function set_creator_name();

-- Cards show the name of the creator. Of many collections of one creator a job updates the rest.
create function update_creator_names() returns trigger language plpgsql as $$
begin
  insert into creator_changes (address) values (new.address);
  update collections set creator_name = new.username, creator_avatar = new.avatar_file,
    is_creator_contract = new.auth_chain_id is not null
  where ctid = any(array(select ctid from collections where creator = new.address
      and (new.auth_chain_id is null or chain_id = new.auth_chain_id)
    order by id limit 200 for update skip locked));
  return null;
end $$;

create trigger update_creator_names_after_insert after insert on users
  for each row when (new.auth_chain_id is not null
    or (new.username, new.avatar_file) is distinct from (null, null))
  execute function update_creator_names();

create trigger update_creator_names after update of username, avatar_file, auth_chain_id on users
  for each row when ((old.username, old.avatar_file, old.auth_chain_id)
    is distinct from (new.username, new.avatar_file, new.auth_chain_id))
  execute function update_creator_names();

insert into trending_runs (run) values (1);
