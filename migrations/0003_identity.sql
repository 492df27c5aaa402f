-- Who is asking: password hashes and sessions. Not event-sourced: a log must not remember secrets.
create schema auth;

create table auth.credentials (
  user_id bigint primary key,
  password_hash text not null,           -- PHC string, argon2id
  changed_at timestamptz not null default now()
);

create table auth.sessions (
  hash bytea primary key,                -- keyed hash of the cookie's id; the id itself is nowhere
  user_id bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  account_version int not null,          -- of the account's stream when the session began: as long as it stands, so do the next two
  is_admin boolean not null,
  session_epoch int not null             -- the account's; a ban raises it, and sessions of an earlier epoch are over
);
create index sessions_of_user on auth.sessions (user_id);

create table auth.rate_limits (          -- rate-limiter-flexible
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

grant usage on schema auth to gamertech_app;
grant select, insert, update, delete on all tables in schema auth to gamertech_app;
