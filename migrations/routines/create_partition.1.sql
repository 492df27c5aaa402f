-- A table like the newest partition, or like the log if it is one table, that is no partition yet. For the owner only.
create or replace function es.create_partition(name text) returns void language plpgsql set search_path = es, pg_temp as $$
begin
  execute format('create table es.%I (like es.%I including all)', name,
    coalesce((select p.name from es.list_partitions() p order by p.first desc limit 1), 'events'));
  execute format('alter index es.%I rename to %I', name || '_pos_expr_expr1_idx', name || '_lookup');
  execute format('create trigger append_only before update or delete or truncate on es.%I
    for each statement execute function es.refuse_change()', name);
end $$;
