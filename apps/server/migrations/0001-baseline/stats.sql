-- Statistics of a collection, kept with every batch of mints and transfers: mints by hour and
-- phase, mints of each referrer, and how many wallets hold how many.

create table mint_hours (
  collection_id uuid not null,
  hour timestamptz not null,
  phase_id integer not null,
  quantity bigint not null,
  volume_wei numeric(78) not null,
  free bigint not null,
  referred bigint not null,
  referred_volume_wei numeric(78) not null,
  lowest_price_wei numeric(78) not null,
  highest_price_wei numeric(78) not null,
  hour_minters bigint not null,
  day_minters bigint not null,
  new_minters bigint not null,
  primary key (collection_id, hour, phase_id)
) with (fillfactor = 50);

create table referrer_mints (
  collection_id uuid not null,
  referrer text not null,
  quantity bigint not null,
  volume_wei numeric(78) not null,
  primary key (collection_id, referrer)
) with (fillfactor = 80);

create table holder_counts (
  collection_id uuid not null,
  quantity bigint not null,
  holders bigint not null,
  primary key (collection_id, quantity)
) with (fillfactor = 50);

create function delete_stats_of_collection() returns trigger language plpgsql as $$
begin
  delete from mint_hours where collection_id = old.id;
  delete from referrer_mints where collection_id = old.id;
  delete from holder_counts where collection_id = old.id;
  return null;
end $$;

create trigger stats_of_collection after delete on collections
  for each row execute function delete_stats_of_collection();
