-- The log between two positions in pages of 100 events: how many each holds, the digest of its link, and the mark of each event. All that
-- an event says is hashed as one text, of which an exported log has every part.
create or replace function es.log_pages(
  after bigint, last bigint, out upto bigint, out events bigint, out digest bytea, out marks bytea
) returns setof record language sql stable parallel safe as $$
  select p.after + 100, d.*
  from generate_series(after, last - 1, 100) p(after), lateral (
    select count(*), sha256(string_agg(h.hash, '')), string_agg(substr(h.hash, 1, 4), '')
    from (select sha256(convert_to(concat(e.pos, ' ', e.stream_id, ' ', e.version, ' ', coalesce(t.name, '#' || e.type), ' ',
            e.schema_version, ' ', extract(epoch from e.at), ' ', e.data, E'\n', e.meta), 'UTF8')) as hash
          from es.events e left join es.event_types t on t.id = e.type
          where e.pos > p.after and e.pos <= least(p.after + 100, last) order by e.pos offset 0) h) d
$$;
