-- Room that is left beside the checkpoints wins nothing: after some moves their rows have made it by themselves (docs/decisions/008).
alter table es.subscriptions reset (fillfactor);
