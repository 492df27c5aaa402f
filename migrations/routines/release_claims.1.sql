-- Makes the unique values of a stream free again, once it holds an event that frees them. The application may delete no other claim.
create or replace function es.release_claims(p_stream uuid) returns void
language plpgsql security definer set search_path = es, pg_temp as $$
begin
  perform from es.events e join es.event_types t on t.id = e.type where e.stream_id = p_stream and t.frees_claims;
  if not found then
    raise exception 'stream % holds no event that frees its claims', p_stream using errcode = 'insufficient_privilege';
  end if;
  delete from es.claims where stream_id = p_stream;
end $$;
revoke all on function es.release_claims from public;
grant execute on function es.release_claims to gamertech_app;
