-- What stands beside the log is bound to what it belongs to, so that a row that was changed or exchanged by itself is found.

-- Where the chain ends, apart from its links: links that are gone are missed, and nothing is linked anew in their place.
create table es.chain_head (
  is_head boolean primary key default true check (is_head), -- one row
  upto bigint not null,
  hash bytea not null
);
insert into es.chain_head (upto, hash) select upto, hash from es.chain order by upto desc limit 1;
grant select on es.chain_head to gamertech_app;

-- SHA-256 of the command's id, position and fingerprint as they were accepted.
alter table es.commands add column digest bytea;
create function es.command_digest(id uuid, pos bigint, fingerprint bytea) returns bytea language sql immutable parallel safe as $$
  select sha256(uuid_send(id) || int8send(pos) || coalesce(fingerprint, ''))
$$;
update es.commands set digest = es.command_digest(id, pos, fingerprint);
alter table es.commands alter column digest set not null;
create function es.digest_command() returns trigger language plpgsql as $$
begin
  new.digest := es.command_digest(new.id, new.pos, new.fingerprint);
  return new;
end $$;
create trigger accepted before insert on es.commands for each row execute function es.digest_command();

-- Epochs only rise; the highest one stands twice, so that one that was set back past this trigger is found.
alter table es.subscriptions add column highest_epoch bigint not null default 0;
update es.subscriptions set highest_epoch = epoch;
create function es.raise_epoch() returns trigger language plpgsql as $$
begin
  if new.epoch < old.epoch then raise exception 'the epoch of % cannot be set back', old.name; end if;
  new.highest_epoch := new.epoch;
  return new;
end $$;
create trigger epochs_rise before update of epoch on es.subscriptions for each row execute function es.raise_epoch();

-- HMAC of account and hash under the key of the person (backend/identity/accounts.ts): the hash of one account opens no other.
alter table auth.credentials add column binding bytea not null default '';
alter table auth.credentials alter column binding drop default;
