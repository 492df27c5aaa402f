-- Counters of requests are many, small and of no worth after a crash: they need no write-ahead log, and room to be changed in place.
alter table auth.rate_limits set unlogged;
alter table auth.rate_limits set (fillfactor = 50);
