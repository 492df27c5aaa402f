-- A chain of hashes over the log: a link closes each page of 100 events (es.extend_chain). What was linked cannot be changed unnoticed.
create table es.chain (
  upto bigint primary key,               -- the last position of its page: 100, 200, 300, …
  hash bytea not null,                   -- SHA-256 of the previous link's hash and the page's digest
  marks bytea not null,                  -- the first four bytes of each event's hash, so that a changed event is found by itself
  at timestamptz not null default now()
);
create trigger append_only before update or delete or truncate on es.chain
  for each statement execute function es.refuse_change();

-- Up to where the ids of the log's commands were never here: an import does not carry them along.
create table es.imports (
  upto bigint primary key,
  at timestamptz not null default now()
);
create trigger append_only before update or delete or truncate on es.imports
  for each statement execute function es.refuse_change();
-- A database that was imported or filled before this was noted: only what follows the first known command is certain.
insert into es.imports (upto)
  select coalesce((select min(pos) from es.commands), (select max(pos) from es.events)) where exists (select from es.events);

-- Of rows that are kept to go back to: how many were not as those that took over. More of them later are damage.
alter table es.subscriptions add column differing int;

grant select on es.chain, es.imports to gamertech_app;
