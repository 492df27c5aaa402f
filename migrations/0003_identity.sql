-- Who is asking: password hashes, sessions and what stands beside a request. Not event-sourced: a log must not remember secrets.
create schema auth;

create table auth.credentials (
  user_id bigint primary key,
  password_hash text not null,           -- PHC string, argon2id
  changed_at timestamptz not null default now(),
  binding bytea not null                 -- HMAC of account and hash under the person's key: the hash of one account opens no other
);

create table auth.sessions (
  hash bytea primary key,                -- keyed hash of the cookie's id; the id itself is nowhere
  user_id bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  account_version int not null,          -- of the account's stream when the session began: as long as it stands, so do the next three
  is_admin boolean not null,
  staff_role text,
  session_epoch int not null,            -- the account's; a ban raises it, and sessions of an earlier epoch are over
  public_id uuid not null default gen_random_uuid(), -- names the session to its owner; it opens nothing
  browser text,                          -- a word of the shop's own, null: none that it knows; what the browser sent is not kept
  system text,
  seen_at timestamptz                    -- null: not since the sign-in
);
create index sessions_of_user on auth.sessions (user_id);

create table auth.password_resets (      -- one row a mailed link that sets a new password
  hash bytea primary key,                -- SHA-256 of the 32 random bytes in the link
  user_id bigint not null,
  request bigint not null,               -- position of the event that asked for it; a later request voids the earlier ones
  expires_at timestamptz not null
);
create index password_resets_of_user on auth.password_resets (user_id);

create table auth.rate_limits (          -- rate-limiter-flexible
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Answers to requests with an Idempotency-Key, for a day. Nobody reads one without that key: the caller is a keyed hash, the answer sealed.
create table auth.idempotency_records (
  key bytea primary key,                 -- keyed hash of the caller and the caller's key
  fingerprint bytea not null,            -- of what was asked for
  answer bytea,                          -- null: under way
  begun_at timestamptz not null,
  expires_at timestamptz not null
);
create index idempotency_records_by_end on auth.idempotency_records (expires_at);

create table auth.panel_views (          -- the views of the panel that each of the staff keeps, as one list
  user_id bigint primary key,
  revision int not null,                 -- how often the list was changed: a change of an older one is refused
  views json not null
);

create table auth.newcomer_holds (       -- units held by orders of accounts that never paid, by network: the log knows no address
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

grant usage on schema auth to gamertech_app;
grant select, insert, update, delete on all tables in schema auth to gamertech_app;
revoke update on auth.password_resets from gamertech_app;
