-- Units held by orders of accounts that never paid. The log knows no address, so what one address holds is counted here.
create table auth.newcomer_holds (
  order_id bigint not null,
  product_id bigint not null,
  network bytea,                         -- keyed hash of an IPv4 address, or of the /64 of an IPv6 one
  units int not null,
  hold_until timestamptz not null,
  noted_at timestamptz not null default clock_timestamp(),
  primary key (order_id, product_id)
);
create index newcomer_holds_of_network on auth.newcomer_holds (network);
create index newcomer_holds_of_product on auth.newcomer_holds (product_id);
grant select, insert, update, delete on auth.newcomer_holds to gamertech_app;
