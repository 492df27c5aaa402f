-- The mails that were caught, apart from the shop. The fake mailbox makes this itself when it starts; repeating it changes nothing.
select pg_advisory_xact_lock(hashtext('fake_mailbox')); -- two mailboxes that start at once on one database
create schema if not exists fake_mailbox;

create table if not exists fake_mailbox.mails (
  id bigint generated always as identity primary key,
  message_id text not null,
  sender text not null,
  recipients text[] not null,
  subject text not null,
  text_body text not null,
  html_body text,
  received_at timestamptz not null default clock_timestamp()
);
