-- The mails that were caught, as they came, apart from the shop. The fake mailbox makes this itself when it starts; repeating it changes nothing.
select pg_advisory_xact_lock(hashtext('fake_mailbox')); -- two mailboxes that start at once on one database
create schema if not exists fake_mailbox;

create table if not exists fake_mailbox.messages (
  id bigint generated always as identity primary key,
  sender text not null,
  recipients text[] not null,
  raw bytea not null,
  received_at timestamptz not null default clock_timestamp()
);
