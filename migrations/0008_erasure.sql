-- Erasing a person. A destroyed key leaves a row without a key, so that none is ever made anew for that person.
alter table keys.subjects alter column wrapped_key drop not null;
alter table keys.subjects add column destroyed_at timestamptz;
alter table keys.subjects add constraint subjects_key_or_destroyed check ((wrapped_key is null) = (destroyed_at is not null));

create function keys.refuse_revival() returns trigger language plpgsql as $$
begin
  raise exception 'the key of subject % was destroyed for good', old.subject using errcode = 'insufficient_privilege';
end $$;
create trigger destroyed_for_good before update or delete on keys.subjects
  for each row when (old.destroyed_at is not null) execute function keys.refuse_revival();

revoke delete on keys.subjects from gamertech_app;
grant update (wrapped_key, destroyed_at) on keys.subjects to gamertech_app;

-- The unique values of an erased account are free again. The application may delete no other claim.
create index claims_of_stream on es.claims (stream_id);
create function es.release_claims(p_stream uuid) returns void
language plpgsql security definer set search_path = es, pg_temp as $$
begin
  perform from es.events e join es.event_types t on t.id = e.type where e.stream_id = p_stream and t.name = 'UserErased';
  if not found then
    raise exception 'stream % was not erased', p_stream using errcode = 'insufficient_privilege';
  end if;
  delete from es.claims where stream_id = p_stream;
end $$;
revoke all on function es.release_claims from public;
grant execute on function es.release_claims to gamertech_app;
