-- Makes the unique values of a stream free again and destroys the key of its person, once the stream holds an event that frees its claims
-- and names the person. The application may delete no other claim and destroy no other key; repeating it changes nothing.
create or replace function es.forget_subject(p_stream uuid, p_subject bigint) returns void
language plpgsql security definer set search_path = es, pg_temp as $$
begin
  perform from es.events e join es.event_types t on t.id = e.type
    where e.stream_id = p_stream and t.frees_claims
      and exists (select from json_each_text(e.data) d where d.value = p_subject::text);
  if not found then
    raise exception 'stream % holds no event that frees its claims and names subject %', p_stream, p_subject
      using errcode = 'insufficient_privilege';
  end if;
  delete from es.claims where stream_id = p_stream;
  insert into keys.subjects as s (subject, wrapped_key, destroyed_at) values (p_subject, null, now())
    on conflict (subject) do update set wrapped_key = null, destroyed_at = now() where s.wrapped_key is not null;
end $$;
