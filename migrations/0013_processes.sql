-- The processes of the shop and how each is: each writes its own row every few seconds, and rows that nobody writes are removed. Unlogged,
-- since losing it is harmless: a server that crashed knows the processes again when they have written once more.
create unlogged table operation.processes (
  id uuid primary key,                   -- of this start of the process
  host text not null,
  os_pid int not null,
  role text not null,                    -- both, web or worker
  release text not null,                 -- names the build
  started_at timestamptz not null,
  seen_at timestamptz not null,
  pump_pid int,                          -- the server's number of the connection that feeds or stands by; null: it has none
  memory_bytes bigint not null,
  loop_delay_ms float not null,          -- 99 of 100 turns of its event loop were late by less since it wrote before
  pools json not null                    -- connections by pool
) with (fillfactor = 50);
grant select, insert, update, delete on operation.processes to gamertech_app;
