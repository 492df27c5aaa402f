-- Links that set a new password. One row a mail that was sent; of the link only a hash is stored.
create table auth.password_resets (
  hash bytea primary key,                -- SHA-256 of the 32 random bytes in the link
  user_id bigint not null,
  request bigint not null,               -- position of the event that asked for it; a later request voids the earlier ones
  expires_at timestamptz not null
);
create index password_resets_of_user on auth.password_resets (user_id);
grant select, insert, delete on auth.password_resets to gamertech_app;
