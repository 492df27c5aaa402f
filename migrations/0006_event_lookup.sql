-- Finds the events of a request or of an actor among millions: a filter of a few bits for each megabyte of the log, so small that an append hardly
-- notices it. Stretches that are not summarized yet are looked through.
create index events_lookup on es.events using brin (
  (meta ->> 'correlation') text_bloom_ops (n_distinct_per_range = 4000),
  (meta ->> 'actor') text_bloom_ops (n_distinct_per_range = 1000)
) with (pages_per_range = 128, autosummarize = on);
