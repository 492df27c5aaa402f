// For tests: what can be wrong with the log of a shop that sold in all ways, and with what hangs on it, and what verify says of it.
import type { Check } from '#backend/ops/verify/finding.ts'

const typeOf = (name: string) => `(select id from es.event_types where name = '${name}')`
const firstOf = (name: string) => `pos = (select min(pos) from es.events where type = ${typeOf(name)})`
const isSecondCharge = `type = ${typeOf('RefundRequested')} and data->>'reason' = 'duplicate'`
const secondPayment = `(select data->>'paymentId' from es.events where ${isSecondCharge})`
const rewrite = (name: string, from: string, to: string) =>
  `update es.events set data = regexp_replace(data::text, '${from}', '${to}')::json where ${firstOf(name)}`

/** Name, kind of finding, what one of the lines says, the statements that do the damage, and those that undo what copies of rows cannot. */
export type Damage = [string, Check, RegExp, string[], string[]?]

export const damages: Damage[] = [
  ['an event that is gone', 'positions', /^registro: falta la posición 4$/, ['delete from es.events where pos = 4']],
  [
    'events that are gone',
    'positions',
    /^registro: faltan las posiciones 4 a 6$/,
    ['delete from es.events where pos between 4 and 6'],
  ],
  [
    'a first event that is gone',
    'positions',
    /^registro: falta la posición 1$/,
    ['delete from es.events where pos = 1'],
  ],
  [
    'a version that is left out',
    'versions',
    /^stream user-\d+: tiene 2 eventos, el último de versión 3/,
    [`update es.events set version = 3 where ${firstOf('UserBanned')}`],
  ],
  [
    'a stream that counts wrong',
    'versions',
    /^stream user-1: .* su fila dice 9$/,
    ["update es.streams set version = 9 where id = '00010000-0000-8000-8001-000000000000'"],
  ],
  [
    'data of another shape',
    'events',
    /^evento \d+ \(UserBanned de user-\d+\): .*userId/,
    [rewrite('UserBanned', '"userId":\\d+', '"userId":"x"')],
  ],
  [
    'a field too many',
    'events',
    /^evento \d+ \(UserReinstated|evento \d+ \(UserBanned/,
    [rewrite('UserBanned', '^.', '{"extra":1,')],
  ],
  [
    'a type without a name',
    'events',
    /^evento \d+ \(#99 de user-\d+\): este programa no conoce su tipo$/,
    [`update es.events set type = 99 where ${firstOf('UserBanned')}`],
  ],
  [
    'a schema of tomorrow',
    'events',
    /^evento \d+ \(UserBanned de user-\d+\): su esquema 9 no se conoce$/,
    [`update es.events set schema_version = 9 where ${firstOf('UserBanned')}`],
  ],
  [
    'a sealed name that was changed',
    'events',
    /^evento \d+ \(UserRegistered de user-1\): sus campos personales no se abren/,
    [rewrite('UserRegistered', '"\\$sealed":"....', '"$sealed":"AAAA')],
  ],
  [
    'an event without an actor',
    'events',
    /^evento 1 .*: actor: /,
    [`update es.events set meta = '{"cause":"x","correlation":"y"}' where pos = 1`],
  ],
  [
    'a cause that comes later',
    'events',
    /^evento 1 .*: dice que lo causó el evento 7/,
    [`update es.events set meta = '{"actor":"a","cause":"x","correlation":"y","causation":7}' where pos = 1`],
  ],
  [
    'a key of somebody else',
    'keys',
    /^clave de user-1: no se abre/,
    [
      'update keys.subjects set wrapped_key = (select wrapped_key from keys.subjects where subject = 2) where subject = 1',
    ],
  ],
  [
    'units that nobody counted',
    'stock',
    /^stock del producto 1: la guarda dice 4 \(0 apartadas\), sus eventos suman 3 \(0\)$/,
    ['update es.guards set total = total + 1 where key = 1'],
  ],
  [
    'units that nobody holds',
    'stock',
    /^apartados del producto 1: la guarda dice 1, las órdenes abiertas suman 0$/,
    ['update es.guards set taken = taken + 1 where key = 1'],
  ],
  [
    'an e-mail of nobody',
    'claims',
    /^correo de user-99: está reservado, pero ese stream no existe$/,
    ["insert into es.claims values (1, '\\x00', '00010000-0000-8000-8063-000000000000')"],
  ],
  [
    'an e-mail that is free',
    'claims',
    /^correo de user-1: no está reservado$/,
    ["delete from es.claims where stream_id = '00010000-0000-8000-8001-000000000000'"],
  ],
  [
    'an e-mail of somebody else',
    'claims',
    /^correo de user-1: está reservado para user-2$/,
    [
      "update es.claims set stream_id = '00010000-0000-8000-8002-000000000000' where stream_id = '00010000-0000-8000-8001-000000000000'",
    ],
  ],
  [
    'what is left of an erased person',
    'erased',
    /^cuenta user-\d+: fue borrada, y queda su clave y su contraseña$/,
    [
      `update es.events set at = now() - interval '2 minutes' where ${firstOf('UserErased')}`,
      `update keys.subjects set destroyed_at = null, wrapped_key = '\\x00' where wrapped_key is null`,
      `insert into auth.credentials (user_id, password_hash, binding) select (data->>'userId')::bigint, 'x', '' from es.events where ${firstOf('UserErased')}`,
    ],
  ],
  [
    'a total that is no sum',
    'money',
    /^orden 1: sus líneas suman ARS 120\.99, su total es ARS 0\.01$/,
    [rewrite('OrderPlaced', '"totalCents":\\d+', '"totalCents":1')],
  ],
  [
    'a payment of another amount',
    'money',
    /^orden 1: está pagada con ARS 0\.05 cobrados, corresponden ARS 120\.99$/,
    [rewrite('PaymentApproved', '"amountCents":\\d+', '"amountCents":5')],
  ],
  [
    'a payment twice',
    'money',
    /^orden 1: se pagó 2 veces y nadie pidió devolver/,
    [
      `delete from es.events where type = ${typeOf('PaymentRefunded')} and data->>'paymentId' = ${secondPayment}`,
      `update es.events set type = ${typeOf('PaymentApproved')}, data = (data::jsonb - '{reason,refund,note,lines,restocked}'::text[])::json where ${isSecondCharge}`,
    ],
  ],
  [
    'a hold that was not given back',
    'orders',
    /^orden 2: tiene 2 unidades apartadas del producto \d+, corresponden 0$/,
    [`delete from es.events where ${firstOf('StockReleased')}`],
  ],
  [
    'a checkpoint that runs ahead',
    'checkpoints',
    /^carts: dice haber leído hasta 99999, y el registro va por \d+$/,
    ["update es.subscriptions set pos = 99999 where name = 'carts'"],
  ],
  [
    'a row that is parked',
    'dead-letters',
    /^carts, fila 7: 2 eventos apartados desde la posición 3$/,
    [
      "insert into es.dead_letters (projection, generation, key, pos, error) select name, generation, '7', n, 'x' from es.subscriptions, generate_series(3, 4) n where name = 'carts'",
    ],
  ],
  [
    'a projection without rows',
    'read-models',
    /^carts: no tiene filas; se hacen con npm run ops -- rebuild carts$/,
    ["delete from es.subscriptions where name = 'carts'"],
  ],
  [
    'a log that cannot be replayed',
    'read-models',
    /^orders: no se puede rehacer desde el registro: .*no order 777/,
    [rewrite('OrderPaid', '"orderId":\\d+', '"orderId":777')],
  ],
]
