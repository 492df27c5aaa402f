-- The few rows of checkpoints are changed with every page of the log. Room for the next versions of a row beside it keeps them off the indexes, and
-- what a long snapshot kept alive is cleaned away by the next round of autovacuum, whose usual thresholds are for large tables.
alter table es.subscriptions set (fillfactor = 50, autovacuum_vacuum_threshold = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);
