-- The partitions of the log in the order of their positions, with the first and the last position that each takes; none: it is one table.
create or replace function es.list_partitions(out number int, out name text, out first bigint, out upto bigint)
returns setof record language sql stable set search_path = es, pg_temp as $$
  select substring(c.relname from '\d+$')::int, c.relname::text,
    coalesce(substring(b from $r$FROM \('(\d+)'\)$r$)::bigint, 1), substring(b from $r$TO \('(\d+)'\)$r$)::bigint - 1
  from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) b
  where i.inhparent = to_regclass('es.events') and c.relispartition order by 3
$$;
