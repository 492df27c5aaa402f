-- Many products changed at once: what is planned for each, and what became of it. Who asked for it, why, and how it ended are events; what each
-- product became is events too. This is what a preview shows and what an undo needs, and is kept for ninety days.
create schema batch;
create table batch.work (
  id uuid primary key,                   -- also the id of its events' stream, and of its job
  kind text not null check (kind in ('import', 'prices')),
  state text not null default 'draft'
    check (state in ('draft', 'scheduled', 'waiting', 'running', 'applied', 'undoing', 'undone', 'cancelled')),
  actor text not null,                   -- whoever asked for what is under way
  title text not null,
  reason text,
  file bytea,                            -- of a draft of an import
  settings jsonb not null,               -- how the file is read, or the rule for the prices
  position bigint not null default 0,    -- of the event that asked for what is under way
  stop_asked boolean not null default false,
  scheduled_for timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz
);
create index work_created on batch.work (created_at);
create table batch.items (
  batch_id uuid not null references batch.work on delete cascade,
  nth int not null,                      -- the row of the file, or the place in the list
  kind text not null check (kind in ('create', 'change', 'same', 'wrong')),
  state text not null default 'planned' check (state in ('planned', 'done', 'failed', 'undone', 'kept')),
  product_id int,
  name text not null,
  change jsonb not null,                 -- before and after of what changes; or what is wrong
  message text,                          -- why it failed, or was kept
  primary key (batch_id, nth)
);
create index items_by_kind on batch.items (batch_id, kind, state, nth);
grant usage on schema batch to gamertech_app;
grant select, insert, update, delete on batch.work, batch.items to gamertech_app;
