-- A person's key is destroyed only by es.forget_subject, which demands the event that says so: the application itself may only add keys.
revoke insert, update (wrapped_key, destroyed_at) on keys.subjects from gamertech_app;
grant insert (subject, wrapped_key) on keys.subjects to gamertech_app;

drop function if exists es.release_claims(uuid);
delete from public.schema_migrations where name like 'routines/release_claims.%';
