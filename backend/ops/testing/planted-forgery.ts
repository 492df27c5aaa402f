// For tests: a log that somebody rewrote with care, and rows beside it that say what the log does not.
import type { Damage } from './planted-damage.ts'

const typeOf = (name: string) => `(select id from es.event_types where name = '${name}')`
const firstOf = (name: string) => `pos = (select min(pos) from es.events where type = ${typeOf(name)})`
const streamOf = (name: string) => `stream_id = (select stream_id from es.events where ${firstOf(name)})`
const idOf = (name: string) =>
  `(select (data->>'userId')::bigint from es.events where type = ${typeOf(name)} order by pos limit 1)`
/** An event of the first page, which is linked, and of which nothing else follows. */
const linked = 7
const forged = (name: string, change: string): Damage => [
  name,
  'chain',
  new RegExp(`^cadena: el evento ${linked} no es el que se encadenó$`),
  [`update es.events set ${change} where pos = ${linked}`],
]
const withMeta = (change: string) => `meta = (meta::jsonb || '${change}')::json`
const user1 = '00010000-0000-8000-8001-000000000000'

export const forgeries: Damage[] = [
  forged('another actor', withMeta('{"actor":"user:2"}')),
  forged('another time', "at = at - interval '1 hour'"),
  forged('another correlation', withMeta('{"correlation":"00000000-0000-4000-8000-000000000001"}')),
  forged('another cause', withMeta('{"cause":"GrantAdmin"}')),
  forged('another space in the data', "data = replace(data::text, '{', '{ ')::json"),
  [
    'another reason',
    'chain',
    /^cadena: el evento \d+ no es el que se encadenó$/,
    [`update es.events set data = replace(data::text, 'by_user', 'replaced')::json where ${firstOf('OrderCancelled')}`],
  ],
  [
    'types that changed names',
    'chain',
    /^cadena: el evento \d+ no es el que se encadenó$/,
    [
      "update es.event_types set name = 'X' where name = 'ProductAdded'",
      "update es.event_types set name = 'ProductAdded' where name = 'AdminGranted'",
      "update es.event_types set name = 'AdminGranted' where name = 'X'",
    ],
  ],
  [
    'a link that is gone',
    'chain',
    /^cadena: falta el eslabón de las posiciones 1 a 100$/,
    ['delete from es.chain where upto = 100'],
  ],
  [
    'a link of another hash',
    'chain',
    /^cadena: el eslabón de la posición 200 no es el que sigue al anterior$/,
    ["update es.chain set hash = sha256('x') where upto = 200"],
  ],
  [
    'a link of other marks',
    'chain',
    /^cadena: las marcas del eslabón de la posición 100 no son las de sus eventos$/,
    ["update es.chain set marks = sha256('x') where upto = 100"],
  ],
  [
    'an end of the log that was cut off',
    'chain',
    /^cadena: llega hasta la posición 200, y el registro termina en 150$/,
    ['delete from es.events where pos > 150'],
  ],
  [
    'versions that changed places',
    'versions',
    /^stream user-\d+: en la posición \d+ tiene la versión 2, que no es la que sigue$/,
    [
      `update es.events set version = 1000 where version = 2 and ${streamOf('UserBanned')}`,
      `update es.events set version = 2 where version = 1 and ${streamOf('UserBanned')}`,
      `update es.events set version = 1 where version = 1000 and ${streamOf('UserBanned')}`,
    ],
  ],
  [
    'a stream of another category',
    'versions',
    /^stream user-1: su fila dice que es de la categoría 4, su id otra cosa$/,
    [`update es.streams set category = 4 where id = '${user1}'`],
  ],
  [
    'an event in a stream of another category',
    'events',
    /^evento \d+ \(UserBanned de cart-777\): está en un stream que no es de la categoría user$/,
    [
      `update es.streams set version = 1 where id = (select stream_id from es.events where ${firstOf('UserBanned')})`,
      "insert into es.streams values ('00040000-0000-8000-8309-000000000000', 4, 1)",
      `update es.events set stream_id = '00040000-0000-8000-8309-000000000000', version = 1 where ${firstOf('UserBanned')}`,
    ],
  ],
  [
    'an event in the stream of somebody else',
    'events',
    /^evento \d+ \(ItemAddedToCart de cart-777\): habla de cart-\d+, y está en otro stream$/,
    [
      `update es.events set stream_id = '00040000-0000-8000-8309-000000000000', version = 1 where ${firstOf('ItemAddedToCart')}`,
    ],
  ],
  [
    'an actor who is nobody',
    'events',
    /^evento 7 \(.*\): dice que actuó «nobody», que no es nadie$/,
    [`update es.events set ${withMeta('{"actor":"nobody"}')} where pos = ${linked}`],
  ],
  [
    'metadata of another shape',
    'events',
    /^evento 7 .*: .*extra/,
    [`update es.events set ${withMeta('{"extra":1}')} where pos = ${linked}`],
  ],
  [
    'an event of tomorrow',
    'events',
    /^evento 7 .*: su hora está por venir$/,
    [`update es.events set at = now() + interval '1 day' where pos = ${linked}`],
  ],
  [
    'ids of commands that are gone',
    'commands',
    /^comando de la posición \d+: falta su id, y repetido se aceptaría otra vez$/,
    ['delete from es.commands'],
  ],
  [
    'a command that points past the log',
    'commands',
    /^comando [0-9a-f-]{36}: dice la posición 99999, y el registro va de 1 a \d+$/,
    ['update es.commands set pos = 99999 where id = (select id from es.commands order by pos desc limit 1)'],
  ],
  [
    'a command that points elsewhere',
    'commands',
    /^comando de la posición \d+: falta su id/,
    ['update es.commands set pos = 1 where pos = (select max(pos) from es.commands)'],
  ],
  [
    'a command that is forgotten too soon',
    'commands',
    /^comando de la posición \d+: falta su id/,
    ["update es.commands set at = now() - interval '40 days' where pos = (select max(pos) from es.commands)"],
  ],
  [
    'a claim of what is no account',
    'claims',
    /^correo de order-1: está reservado, pero ese stream no es una cuenta$/,
    ["insert into es.claims values (1, '\\x00', '00050000-0000-8000-8001-000000000000')"],
  ],
  [
    'an account with two e-mails',
    'claims',
    /^correo de user-1: tiene 2, y una cuenta tiene uno$/,
    [`insert into es.claims values (1, '\\x00', '${user1}')`],
  ],
  [
    'a claim of a kind that nobody knows',
    'claims',
    /^reserva de user-1: es del ámbito 9, que no existe$/,
    [`insert into es.claims values (9, '\\x00', '${user1}')`],
  ],
  [
    'an e-mail under another hash',
    'claims',
    /^correo de user-1: tiene reservado otro que el suyo$/,
    [`update es.claims set key = '\\x00' where stream_id = '${user1}'`],
  ],
  [
    'a key that a living person lacks',
    'keys',
    /^clave de user-1: falta, y su cuenta no fue borrada$/,
    ['delete from keys.subjects where subject = 1'],
  ],
  [
    'a key destroyed without a word',
    'keys',
    /^clave de user-1: falta, y su cuenta no fue borrada$/,
    ['update keys.subjects set wrapped_key = null, destroyed_at = now() where subject = 1'],
  ],
  [
    'an account that lost its password',
    'accounts',
    /^cuenta user-1: falta su contraseña cifrada$/,
    ['delete from auth.credentials where user_id = 1'],
  ],
  [
    'a session that is an admin by itself',
    'accounts',
    /^sesión de user-\d+: dice que es admin, y nadie se lo dio$/,
    [
      `insert into auth.sessions (hash, user_id, created_at, expires_at, account_version, is_admin, session_epoch) values ('\\x01', ${idOf('ItemAddedToCart')}, now(), now() + interval '1 hour', 1, true, 0)`,
    ],
  ],
  [
    'a session with a role by itself',
    'accounts',
    /^sesión de user-\d+: dice que es support, y nadie se lo dio$/,
    [
      `insert into auth.sessions (hash, user_id, created_at, expires_at, account_version, is_admin, session_epoch, staff_role) values ('\\x01', ${idOf('ItemAddedToCart')}, now(), now() + interval '1 hour', 1, false, 0, 'support')`,
    ],
  ],
  [
    'a session of nobody',
    'accounts',
    /^sesión de user-4711: esa cuenta no existe$/,
    [
      "insert into auth.sessions (hash, user_id, created_at, expires_at, account_version, is_admin, session_epoch) values ('\\x01', 4711, now(), now() + interval '1 hour', 1, false, 0)",
    ],
  ],
  [
    'a session of an erased person',
    'erased',
    /^cuenta user-\d+: fue borrada, y queda una sesión$/,
    [
      `update es.events set at = now() - interval '2 minutes' where ${firstOf('UserErased')}`,
      `insert into auth.sessions (hash, user_id, created_at, expires_at, account_version, is_admin, session_epoch) values ('\\x01', ${idOf('UserErased')}, now(), now() + interval '1 hour', 1, false, 0)`,
    ],
  ],
  [
    'a reactor without a checkpoint',
    'checkpoints',
    /^jobs: no tiene fila en es\.subscriptions/,
    ["delete from es.subscriptions where name = 'jobs'"],
  ],
  [
    'a reactor that was set back',
    'checkpoints',
    /^jobs: dice haber leído hasta 0, y ya siguió al evento \d+: lo haría otra vez$/,
    ["update es.subscriptions set pos = 0 where name = 'jobs'"],
  ],
  [
    'a parked event of rows that are gone',
    'dead-letters',
    /^carts, fila 7: el evento 3 está apartado de unas filas que no existen$/,
    ["insert into es.dead_letters (projection, generation, key, pos, error) values ('carts', 99, '7', 3, 'x')"],
  ],
]
