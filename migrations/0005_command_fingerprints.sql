-- What a command id was accepted for: a hash of actor, stream or command, and content. Null where the caller did not name the command itself.
alter table es.commands add column fingerprint bytea;
