-- The coarse index of the log in stretches of a quarter, which also know their positions: what somebody did is looked for in one part of the log
-- without the others. A log that holds something already gets it beside its appends (backend/eventstore/log/partitions/finer-lookup.ts).
do $$ begin
  if to_regclass('es.events_lookup') is not null and not exists (select from es.events) then
    drop index es.events_lookup;
    create index events_lookup on es.events using brin (
      pos,
      (meta ->> 'correlation') text_bloom_ops (n_distinct_per_range = 1000),
      (meta ->> 'actor') text_bloom_ops (n_distinct_per_range = 250)
    ) with (pages_per_range = 32, autosummarize = on);
  end if;
end $$;
