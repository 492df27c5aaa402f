-- The views of the panel that each of the staff keeps, as one list: a fact of their own working place, and none of the shop's.
create table auth.panel_views (
  user_id bigint primary key,
  revision int not null,                 -- how often the list was changed: who changes an older one is refused
  views json not null
);
grant select, insert, update, delete on auth.panel_views to gamertech_app;
