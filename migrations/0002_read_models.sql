-- Read models: rebuilt from the log at any time, so nothing here is the truth.
create schema rm;

create table rm.catalogue (
  product_id bigint primary key,
  name text not null,
  description text not null,
  category text not null,
  image_url text not null,
  specs jsonb not null,
  price_cents bigint not null,
  currency text not null,
  is_active boolean not null,
  on_hand int not null,
  reserved int not null,
  rating_count int not null,
  rating_sum int not null,
  scores jsonb not null,      -- {userId: score}
  search text not null,       -- name in lower case without accents
  sort_name text not null     -- name as the Spanish alphabet orders it
);

create table rm.carts (
  user_id bigint primary key,
  lines jsonb not null,       -- [{productId, quantity}]
  last_order_id bigint
);

create table rm.orders (
  order_id bigint primary key,
  user_id bigint not null,
  state text not null,
  reference text not null,
  lines jsonb not null,       -- [{productId, name, imageUrl, priceCents, quantity}]
  total_cents bigint not null,
  currency text not null,
  placed_at timestamptz not null,
  updated_at timestamptz not null,
  hold_until timestamptz not null,
  init_point text,
  timeline jsonb not null     -- [{state, at}]
);

create table rm.purchases (   -- who holds a paid order with a product: the mark 'Compra verificada'
  user_id bigint not null,
  product_id bigint not null,
  orders int not null,
  primary key (user_id, product_id)
);

create table rm.reviews (
  product_id bigint not null,
  user_id bigint not null,
  text text not null,
  score int not null,
  at timestamptz not null,
  primary key (product_id, user_id)
);

create table rm.users (
  user_id bigint primary key,
  name text,                  -- null: erased
  email text,
  image_url text,
  is_active boolean not null,
  is_admin boolean not null,
  created_at timestamptz not null
);

create extension if not exists pg_trgm;
create index catalogue_search on rm.catalogue using gin (search gin_trgm_ops);
create index catalogue_shown on rm.catalogue (product_id) where is_active and on_hand > reserved;
create index catalogue_shown_by_price on rm.catalogue (price_cents, product_id) where is_active and on_hand > reserved;
create index catalogue_shown_by_name on rm.catalogue (sort_name collate "C", product_id) where is_active and on_hand > reserved;
create index catalogue_shown_by_category on rm.catalogue (category, product_id) where is_active and on_hand > reserved;
create index orders_of_user on rm.orders (user_id, order_id desc);
create index orders_open on rm.orders (hold_until) where state = 'placed';

grant usage on schema rm to gamertech_app;
grant select, insert, update, delete on all tables in schema rm to gamertech_app;
