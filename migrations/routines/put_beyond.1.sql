-- While the log is divided: keeps an event beyond the bound of its table in the table that will be the second partition.
create or replace function es.put_beyond() returns trigger language plpgsql set search_path = es, pg_temp as $$
begin
  insert into es.events_beyond values (new.*);
  return null;
end $$;
