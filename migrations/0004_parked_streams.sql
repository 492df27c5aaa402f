-- An event that cannot be read tells nothing of the rows it touches: it is parked with its stream, for projections and for reactors.
alter table es.dead_letters add column stream_id uuid; -- key is the name of this stream; null: key is that of a row
