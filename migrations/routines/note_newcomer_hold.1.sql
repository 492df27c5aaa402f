-- Notes the holds of an order of an account that never paid; false, and nothing noted, if its network or a product would hold too much.
-- `replaced`: an order that ends with this one. Does not wait for the disk: without the append that follows it counts for nothing.
create or replace function auth.note_newcomer_hold(
  noted bigint, replaced bigint, from_network bytea, network_most int,
  products bigint[], amounts int[], mosts int[],                       -- most units of each product that all such orders may hold; null: any
  until timestamptz
) returns boolean language plpgsql set search_path = auth, pg_temp as $$
declare
  limited bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  if from_network is not null then
    perform pg_advisory_xact_lock(4260, hashtext(encode(from_network, 'hex')));
  end if;
  for limited in select u.p from unnest(products, mosts) u(p, m) where u.m is not null order by u.p loop
    perform pg_advisory_xact_lock(4261, hashint8(limited));
  end loop;
  delete from newcomer_holds where order_id = noted;
  if from_network is not null and network_most <
      (select sum(u.a) from unnest(amounts) u(a)) +
      (select coalesce(sum(h.units), 0) from newcomer_holds h
        where h.network = from_network and h.order_id is distinct from replaced) then
    return false;
  end if;
  if exists (select from unnest(products, amounts, mosts) u(p, a, m) where u.m is not null and u.m < u.a +
      (select coalesce(sum(h.units), 0) from newcomer_holds h where h.product_id = u.p and h.order_id is distinct from replaced)) then
    return false;
  end if;
  insert into newcomer_holds (order_id, product_id, network, units, hold_until)
    select noted, u.p, from_network, u.a, until from unnest(products, amounts) u(p, a);
  return true;
end $$;
