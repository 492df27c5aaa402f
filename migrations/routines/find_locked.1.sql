-- Which of these streams, guards and claims an append would have to wait for, because another transaction holds them; it waits for none itself
-- and changes nothing. A value that another transaction is about to create has no row to see: creating it here is tried and taken back.
create or replace function es.find_locked(
  t_id uuid[], d_key bigint[], k_scope smallint[], k_key bytea[],
  out streams uuid[], out guards bigint[],
  out claims int[]                                                     -- places in k_scope and k_key, from 1
) language plpgsql security definer set search_path = es, pg_temp set enable_seqscan = off as $$
declare
  seen uuid[]; seen_keys bigint[]; one uuid; k bigint;
begin
  perform set_config('lock_timeout', '1', true), set_config('synchronous_commit', 'off', true);
  seen := array(select x.id from es.streams x where x.id = any(t_id));
  streams := array(select unnest(seen) except all select id from (select id from es.streams where id = any(seen) for update skip locked) x);
  seen_keys := array(select x.key from es.guards x where x.key = any(d_key));
  guards := array(
    select unnest(seen_keys) except all select key from (select key from es.guards where key = any(seen_keys) for update skip locked) x);
  claims := '{}';
  foreach one in array t_id loop
    continue when one = any(seen);
    begin
      insert into es.streams (id, category, version) values (one, 0, 0);
      raise exception 'taken back';
    exception
      when lock_not_available then streams := streams || one;
      when raise_exception or unique_violation then null;
    end;
  end loop;
  foreach k in array d_key loop
    continue when k = any(seen_keys);
    begin
      insert into es.guards (key, total, taken) values (k, 0, 0);
      raise exception 'taken back';
    exception
      when lock_not_available then guards := guards || k;
      when raise_exception or unique_violation then null;
    end;
  end loop;
  for i in 1..cardinality(k_scope) loop
    continue when exists (select from es.claims x where x.scope = k_scope[i] and x.key = k_key[i]);
    begin
      insert into es.claims (scope, key, stream_id) values (k_scope[i], k_key[i], '00000000-0000-0000-0000-000000000000');
      raise exception 'taken back';
    exception
      when lock_not_available then claims := claims || i;
      when raise_exception or unique_violation then null;
    end;
  end loop;
end $$;
revoke all on function es.find_locked from public;
grant execute on function es.find_locked to gamertech_app;
