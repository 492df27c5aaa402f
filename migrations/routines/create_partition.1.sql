-- A table like the log, with its keys, its index and its trigger, that is no partition yet. For the owner only.
create or replace function es.create_partition(name text) returns void language plpgsql set search_path = es, pg_temp as $$
begin
  execute format('create table es.%I (like es.events including defaults)', name);
  execute format('alter table es.%I add constraint %I primary key (pos), add constraint %I unique (stream_id, version)',
    name, name || '_pkey', name || '_stream_id_version_key');
  execute format(
    'create index %I on es.%I using brin (
       pos,
       (meta ->> ''correlation'') text_bloom_ops (n_distinct_per_range = 1000),
       (meta ->> ''actor'') text_bloom_ops (n_distinct_per_range = 250)
     ) with (pages_per_range = 32, autosummarize = on)', name || '_lookup', name);
  execute format('create trigger append_only before update or delete or truncate on es.%I
    for each statement execute function es.refuse_change()', name);
end $$;
