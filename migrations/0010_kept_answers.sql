-- Answers to requests that their callers named by an Idempotency-Key, for a day. Nothing here can be read without that key: neither who asked
-- (a keyed hash) nor what was answered (sealed under it).
create table auth.kept_answers (
  key bytea primary key,                 -- keyed hash of the caller and the caller's key
  fingerprint bytea not null,            -- of what was asked for
  answer bytea,                          -- null: under way
  begun_at timestamptz not null,
  expires_at timestamptz not null
);
create index kept_answers_by_end on auth.kept_answers (expires_at);
grant select, insert, update, delete on auth.kept_answers to gamertech_app;
