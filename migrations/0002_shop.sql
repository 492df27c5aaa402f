-- What the shop needs beside the event store: the counters of its ids (backend/domain/shop-log.ts), and the index of letters behind its search.
create sequence es.user_id as bigint;
create sequence es.product_id as bigint;
create sequence es.order_id as bigint;
grant usage on sequence es.user_id, es.product_id, es.order_id to gamertech_app;

create extension if not exists pg_trgm;
