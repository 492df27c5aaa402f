// For tests: a schema that somebody changed, and rows that are kept to go back to, and what verify says of it.
import type { Damage } from './planted-damage.ts'

/** Statements that name the generation of a projection's rows that is kept or live as `%s`. */
const onRows = (name: string, state: 'live' | 'kept', statement: string) =>
  `do $do$ begin execute format('${statement}', (select '${name}__' || generation from es.subscriptions where name = '${name}' and state = '${state}')); end $do$`
const copyOf = (name: string) => onRows(name, 'kept', `create table public.copy as table rm.%1$s`)
const restore = (name: string) => [
  onRows(name, 'kept', 'truncate rm.%1$s'),
  onRows(name, 'kept', 'insert into rm.%1$s select * from public.copy'),
  'drop table public.copy',
]

export const schemaDamages: Damage[] = [
  [
    'kept rows that are gone',
    'kept-rows',
    /^reviews, filas de antes \(rm\.reviews__\d+\): la fila \d+:\d+ no es como la que está en uso$/,
    [copyOf('reviews'), onRows('reviews', 'kept', 'delete from rm.%1$s')],
    restore('reviews'),
  ],
  [
    'a kept row that was changed',
    'kept-rows',
    /^reviews, filas de antes \(rm\.reviews__\d+\): la fila \d+:\d+ no es como la que está en uso$/,
    [copyOf('reviews'), onRows('reviews', 'kept', 'update rm.%1$s set score = 1')],
    restore('reviews'),
  ],
  [
    'a view that shows the rows of before',
    'schema',
    /^esquema: vista rm\.reviews es «lee rm\.reviews__\d+», corresponde «lee rm\.reviews__\d+»$/,
    [onRows('reviews', 'kept', 'create or replace view rm.reviews as select * from rm.%1$s')],
    [onRows('reviews', 'live', 'create or replace view rm.reviews as select * from rm.%1$s')],
  ],
  [
    'an index of a read model that is gone',
    'schema',
    /^esquema: falta índice rm\.orders__\d+_of_user: CREATE INDEX/,
    [onRows('orders', 'live', 'alter index rm.%1$s_of_user rename to elsewhere')],
    [onRows('orders', 'live', 'alter index rm.elsewhere rename to %1$s_of_user')],
  ],
  [
    'rows of no generation',
    'schema',
    /^esquema: la tabla rm\.carts__99 no es de ninguna generación de es\.subscriptions$/,
    ['create table rm.carts__99 (user_id bigint)'],
    ['drop table rm.carts__99'],
  ],
  [
    'an index of the store that is gone',
    'schema',
    /^esquema: falta índice es\.claims_of_stream: CREATE INDEX/,
    ['drop index es.claims_of_stream'],
    ['create index claims_of_stream on es.claims (stream_id)'],
  ],
  [
    'an index of the sessions that is gone',
    'schema',
    /^esquema: falta índice auth\.sessions_of_user: CREATE INDEX/,
    ['drop index auth.sessions_of_user'],
    ['create index sessions_of_user on auth.sessions (user_id)'],
  ],
  [
    'a unique key that is gone',
    'schema',
    /^esquema: falta restricción events_stream_id_version_key de es\.events: UNIQUE \(stream_id, version\)$/,
    ['alter table es.events drop constraint events_stream_id_version_key'],
    ['alter table es.events add unique (stream_id, version)'],
  ],
  [
    'a primary key that is gone',
    'schema',
    /^esquema: falta restricción events_pkey de es\.events: PRIMARY KEY \(pos\)$/,
    ['alter table es.events drop constraint events_pkey'],
    ['alter table es.events add primary key (pos)'],
  ],
  [
    'a check of the guards that is gone',
    'schema',
    /^esquema: falta restricción guards_check de es\.guards: CHECK/,
    ['alter table es.guards drop constraint guards_check'],
    ['alter table es.guards add check (taken between 0 and total)'],
  ],
  [
    'a trigger that is gone',
    'schema',
    /^esquema: falta disparador append_only de es\.chain: CREATE TRIGGER/,
    ['drop trigger append_only on es.chain'],
    [
      'create trigger append_only before update or delete or truncate on es.chain for each statement execute function es.refuse_change()',
    ],
  ],
  [
    'a trigger that sleeps',
    'schema',
    /^esquema: disparador append_only de es\.events es «CREATE TRIGGER .* apagado», corresponde «CREATE TRIGGER/,
    ['alter table es.events disable trigger append_only'],
    ['alter table es.events enable trigger append_only'],
  ],
  [
    'a trigger too many',
    'schema',
    /^esquema: sobra disparador quiet de es\.commands: CREATE TRIGGER/,
    ['create trigger quiet before delete on es.commands for each statement execute function es.refuse_change()'],
    ['drop trigger quiet on es.commands'],
  ],
  [
    'a rule that swallows',
    'schema',
    /^esquema: sobra regla swallow de es\.claims: CREATE RULE/,
    ['create rule swallow as on update to es.claims do instead nothing'],
    ['drop rule swallow on es.claims'],
  ],
  [
    'rows that a policy hides',
    'schema',
    /^esquema: sobra política hide de es\.claims$/,
    ['create policy hide on es.claims using (false)'],
    ['drop policy hide on es.claims'],
  ],
  [
    'a table that a crash empties',
    'schema',
    /^esquema: tabla es\.dead_letters es «sin registro de transacciones ?», corresponde «»$/,
    ['alter table es.dead_letters set unlogged'],
    ['alter table es.dead_letters set logged'],
  ],
  [
    'a right that was given',
    'schema',
    /^esquema: permiso de gamertech_app en es\.events es «select, update», corresponde «select»$/,
    ['grant update on es.events to gamertech_app'],
    ['revoke update on es.events from gamertech_app'],
  ],
  [
    'a right of everybody',
    'schema',
    /^esquema: sobra permiso de todos en keys\.subjects: select$/,
    ['grant select on keys.subjects to public'],
    ['revoke select on keys.subjects from public'],
  ],
  [
    'a right that was taken',
    'schema',
    /^esquema: falta permiso de gamertech_app en la función es\.extend_chain: execute$/,
    [
      "do $do$ begin execute 'revoke execute on function ' || 'es.extend_chain'::regproc || ' from gamertech_app'; end $do$",
    ],
    [
      "do $do$ begin execute 'grant execute on function ' || 'es.extend_chain'::regproc || ' to gamertech_app'; end $do$",
    ],
  ],
  [
    'an append without the order lock',
    'schema',
    /^esquema: función es\.append es «cuerpo [0-9a-f]{16}, .*», corresponde «cuerpo [0-9a-f]{16}, /,
    ["do $do$ begin execute replace(pg_get_functiondef('es.append'::regproc), '4242', '4343'); end $do$"],
    ["do $do$ begin execute replace(pg_get_functiondef('es.append'::regproc), '4343', '4242'); end $do$"],
  ],
  [
    'a function that looks elsewhere',
    'schema',
    /^esquema: función es\.extend_chain es «cuerpo .*», corresponde «cuerpo /,
    ['alter function es.extend_chain set search_path = public, es'],
    ['alter function es.extend_chain set search_path = es, pg_temp'],
  ],
  [
    'a column of another type',
    'schema',
    /^esquema: columna es\.chain\.upto es «numeric not null», corresponde «bigint not null»$/,
    ['alter table es.chain alter upto type numeric'],
    ['alter table es.chain alter upto type bigint'],
  ],
  [
    'a table of another owner',
    'schema',
    /^esquema: tabla es\.dead_letters es « de gamertech_app», corresponde «»$/,
    ['alter table es.dead_letters owner to gamertech_app'],
    [
      'alter table es.dead_letters owner to current_user',
      'grant select, insert, delete on es.dead_letters to gamertech_app',
    ],
  ],
  [
    'claims that any event frees',
    'schema',
    /^esquema: el tipo UserRegistered libera lo reservado, y no corresponde$/,
    ["update es.event_types set frees_claims = true where name = 'UserRegistered'"],
  ],
  [
    'a migration that was never applied',
    'schema',
    /^esquema: la migración 0002_shop\.sql no figura aplicada$/,
    ["delete from public.schema_migrations where name = '0002_shop.sql'"],
  ],
  [
    'a table that a check needs',
    'chain',
    /^no se pudo comprobar, la base de datos responde: .*es\.chain/,
    ['alter table es.chain rename to elsewhere'],
    ['alter table es.elsewhere rename to chain'],
  ],
]
