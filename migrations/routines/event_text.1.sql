-- All that an event says, as one text: what is hashed. An exported log has every part of it, so that the file alone shows what was chained.
create or replace function es.event_text(
  pos bigint, stream_id uuid, version int, type text, schema_version smallint, at timestamptz, data json, meta json
) returns text language sql stable parallel safe as $$
  select concat(pos, ' ', stream_id, ' ', version, ' ', type, ' ', schema_version, ' ', extract(epoch from at), ' ', data, E'\n', meta)
$$;
