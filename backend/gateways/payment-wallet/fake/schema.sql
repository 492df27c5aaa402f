-- The fake wallet's own tables, apart from the shop's. It creates them when it starts; repeating that changes nothing.
select pg_advisory_xact_lock(hashtext('fake_wallet'));  -- two wallets that start at once on one database
create schema if not exists fake_wallet;

create table if not exists fake_wallet.preferences (       -- one checkout; its merchant order groups the payments made in it
  id text primary key,
  merchant_order_id bigint generated always as identity (start with 30000000001) unique,
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

create sequence if not exists fake_wallet.notification_ids start with 50000000001;

create table if not exists fake_wallet.deliveries (        -- one notification to send, or sent; copies of one share notification_id
  id bigint generated always as identity primary key,
  notification_id bigint not null,
  payment_id bigint not null references fake_wallet.payments,
  action text not null,
  target text not null,
  form text not null check (form in ('signed', 'bad_signature', 'ipn')),
  state text not null check (state in ('waiting', 'delivered', 'given_up', 'muted')),
  attempts int not null default 0,
  last_answer text,
  due_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp()
);
create index if not exists deliveries_due on fake_wallet.deliveries (due_at) where state = 'waiting';
create index if not exists deliveries_of_payment on fake_wallet.deliveries (payment_id);

create table if not exists fake_wallet.delivery_rules (    -- how notifications behave from now on; exactly one row
  only_row boolean primary key default true check (only_row),
  mute boolean not null default false,
  copies int not null default 1,
  delay_ms int not null default 0,
  bad_signature boolean not null default false,
  ipn boolean not null default false
);
insert into fake_wallet.delivery_rules default values on conflict do nothing;

create table if not exists fake_wallet.faults (            -- the next replies to spoil
  id bigint generated always as identity primary key,
  operation text not null,
  kind text not null,
  remaining int not null
);

-- Queues the notification of a payment, in the transaction of the change that it tells of: a courier carries nothing that did not happen.
-- given: the rules, null for those in force. A preference without notification_url gets none.
create or replace function fake_wallet.announce(of_payment bigint, what text, given json) returns void language plpgsql as $$
begin
  with rules as (
    select r.* from json_to_record(given) as r(mute boolean, copies int, delay_ms int, bad_signature boolean, ipn boolean)
      where given is not null
    union all select mute, copies, delay_ms, bad_signature, ipn from fake_wallet.delivery_rules where given is null
  ), notification as (select nextval('fake_wallet.notification_ids') as id)
  insert into fake_wallet.deliveries (notification_id, payment_id, action, target, form, state, due_at)
  select notification.id, payment.id, what, preference.request ->> 'notification_url', form,
    case when rules.mute then 'muted' else 'waiting' end, clock_timestamp() + rules.delay_ms * interval '1 millisecond'
  from notification, rules, fake_wallet.payments as payment join fake_wallet.preferences as preference on preference.id = payment.preference_id,
    unnest(array_fill(case when rules.bad_signature then 'bad_signature' else 'signed' end, array[rules.copies])
      || case when rules.ipn then array['ipn'] else array[]::text[] end) as form
  where payment.id = of_payment and preference.request ->> 'notification_url' is not null;
end $$;

-- Pays a checkout and announces it; returns the payment. Unless past_rules, nothing is paid that is over, and of one that is paid the payment
-- is returned: two clicks on the same button make one payment, as the second finds the first once it has the checkout.
create or replace function fake_wallet.pay(checkout text, outcome text, detail text, way text, way_type text, past_rules boolean)
returns setof fake_wallet.payments language plpgsql as $$
declare
  preference fake_wallet.preferences; payment fake_wallet.payments;
begin
  select * into preference from fake_wallet.preferences where id = checkout for update;
  if preference.id is null then return; end if;
  if not past_rules then
    select * into payment from fake_wallet.payments where preference_id = checkout and approved_at is not null order by id desc limit 1;
    if payment.id is not null then return next payment; return; end if;
    if (preference.request ->> 'expires')::boolean
      and (preference.request ->> 'expiration_date_to')::timestamptz <= clock_timestamp() then return; end if;
  end if;
  insert into fake_wallet.payments
    (preference_id, status, status_detail, amount, currency, reference, collector_id, method, method_type, approved_at)
  values (checkout, outcome, detail, preference.total, preference.currency, preference.request ->> 'external_reference',
    preference.collector_id, way, way_type, case when outcome = 'approved' then clock_timestamp() end)
  returning * into payment;
  perform fake_wallet.announce(payment.id, 'payment.created', null);
  return next payment;
end $$;
