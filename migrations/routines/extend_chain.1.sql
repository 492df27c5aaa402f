-- Links the full pages of the log, at most so many, from where the chain ended: links that are gone stay missing. Appends do not wait for it.
create or replace function es.extend_chain(most_pages int) returns int
language plpgsql security definer set search_path = es, pg_temp as $$
declare
  linked bigint; head bigint; previous bytea; page record; pages int := 0;
begin
  if not pg_try_advisory_xact_lock(4246) then return 0; end if;        -- another process links already
  select h.upto, h.hash into linked, previous from es.chain_head h;
  if linked is null then select c.upto, c.hash into linked, previous from es.chain c order by c.upto desc limit 1; end if;
  linked := coalesce(linked, 0);
  select x.pos into head from es.events x order by x.pos desc limit 1;
  if head is null then return 0; end if;
  for page in select * from es.log_pages(linked, least(head / 100 * 100, linked + 100 * most_pages)) p order by p.upto loop
    if page.events <> 100 then raise exception 'the log lacks a position before %', page.upto; end if;
    previous := sha256(coalesce(previous, '') || page.digest);
    insert into es.chain (upto, hash, marks) values (page.upto, previous, page.marks);
    pages := pages + 1;
    linked := page.upto;
  end loop;
  if pages > 0 then
    insert into es.chain_head as h (upto, hash) values (linked, previous)
      on conflict (is_head) do update set upto = excluded.upto, hash = excluded.hash;
  end if;
  return pages;
end $$;
