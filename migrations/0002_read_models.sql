-- Read models: rebuilt from the log at any time, so nothing here is the truth. Their tables and views are declared in code
-- (backend/readmodels) and made at the start of the shop.
create schema rm;
create extension if not exists pg_trgm;
grant usage on schema rm to gamertech_app;
