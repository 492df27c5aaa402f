-- The fake wallet's own tables, apart from the shop's. It creates them when it starts; repeating that changes nothing.
select pg_advisory_xact_lock(hashtext('fake_wallet'));  -- two wallets that start at once on one database
create schema if not exists fake_wallet;

create table if not exists fake_wallet.preferences (       -- one checkout
  id text primary key,
  idempotency_key text not null unique,
  request jsonb not null,
  total numeric(14, 2) not null check (total > 0),
  currency text not null,
  collector_id bigint not null,
  created_at timestamptz not null default clock_timestamp()
);

create table if not exists fake_wallet.payments (
  id bigint generated always as identity (start with 20000000001) primary key,
  preference_id text not null references fake_wallet.preferences,
  status text not null,
  status_detail text not null,
  amount numeric(14, 2) not null,
  refunded numeric(14, 2) not null default 0,
  currency text not null,
  reference text,
  collector_id bigint not null,
  live_mode boolean not null default false,
  method text not null,
  method_type text not null,
  created_at timestamptz not null default clock_timestamp(),
  approved_at timestamptz,
  updated_at timestamptz not null default clock_timestamp()
);
create index if not exists payments_of_preference on fake_wallet.payments (preference_id);
create index if not exists payments_by_reference on fake_wallet.payments (reference);

create table if not exists fake_wallet.refunds (
  id bigint generated always as identity (start with 40000000001) primary key,
  payment_id bigint not null references fake_wallet.payments,
  idempotency_key text not null,
  amount numeric(14, 2) not null check (amount > 0),
  created_at timestamptz not null default clock_timestamp(),
  unique (payment_id, idempotency_key)
);

create table if not exists fake_wallet.deliveries (        -- one notification to send, or sent
  id bigint generated always as identity (start with 50000000001) primary key,
  payment_id bigint not null references fake_wallet.payments,
  action text not null,
  target text not null,
  state text not null check (state in ('waiting', 'delivered', 'given_up', 'muted')),
  attempts int not null default 0,
  last_answer text,
  due_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp()
);
alter table fake_wallet.deliveries drop column if exists notification_id, drop column if exists form;
create index if not exists deliveries_due on fake_wallet.deliveries (due_at) where state = 'waiting';
create index if not exists deliveries_of_payment on fake_wallet.deliveries (payment_id);
