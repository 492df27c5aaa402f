// Checks data about persons outside the log: claims, keys, passwords and sessions belong to a living account.
import type pg from 'pg'
import { shopLog } from '#backend/domain/shop-log.ts'
import type { SubjectKeys } from '#backend/eventstore/log/keyring.ts'
import { streamName, streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { Tally } from './finding.ts'
import { countOf, tallyOf } from './one-moment.ts'
import type { VerifyContext } from './verify-context.ts'

/** Reads only accounts: an index range holds a category's streams. */
const category = streamUuid(shopLog, 'user-1').slice(0, 4)
const isOfAccount = `e.stream_id between '${category}0000-0000-0000-0000-000000000000' and '${category}ffff-ffff-ffff-ffff-ffffffffffff'`
/** Null for an invalid number, which the walk through the events reports. */
const userId = "case when e.data->>'userId' ~ '^-?[0-9]{1,18}$' then (e.data->>'userId')::bigint end"
/**
 * Selects registrations and erasures from account streams; the walk through the events reports misplaced ones.
 * PostgreSQL hashes a `not in`, but would run a join as a nested loop. Not materialized, since each JSON field costs a
 * parse and most queries need only one.
 */
const accounts = `
  with account as not materialized (
    select e.stream_id, e.at, t.name, e.data->>'method' as method, e.data->>'role' as role, json_typeof(e.data->'email') = 'object' as is_sealed,
      ${userId} as id
    from es.events e join es.event_types t on t.id = e.type where ${isOfAccount} and t.name in ('UserRegistered', 'UserErased', 'AdminGranted', 'StaffRoleGranted')),
  registered as not materialized (select * from account where name = 'UserRegistered'),
  erased as not materialized (select * from account where name = 'UserErased'),
  living as not materialized (select * from registered where stream_id not in (select stream_id from erased))`

export function claimName(scope: number): string {
  if (scope === shopLog.claimScopes.email) return 'correo'
  return scope === shopLog.claimScopes.google ? 'cuenta de Google' : 'reserva'
}

/** Each claim has a known scope and belongs to an account; the walk compares e-mails. */
export async function verifyClaims(client: pg.ClientBase): Promise<Tally[]> {
  const sql = `${accounts}
    select c.scope, c.stream_id, s.id is null as is_absent, r.stream_id is null as is_nobody, count(*) as claims
    from es.claims c left join es.streams s on s.id = c.stream_id left join registered r on r.stream_id = c.stream_id
    group by 1, 2, 3, 4 having bool_or(s.id is null or r.stream_id is null) or count(*) > 1 or c.scope <> all($1) order by 2, 1`
  const values = [Object.values(shopLog.claimScopes)]
  type Row = { scope: number; stream_id: string; is_absent: boolean; is_nobody: boolean; claims: number }
  const tally = new Tally('claims', await countOf(client, 'es.claims'))
  await tallyOf<Row>(client, tally, { sql, values }, ({ scope, stream_id, is_absent, is_nobody, claims }) => {
    const stream = streamName(shopLog, stream_id)
    let fault = `tiene ${claims}, y una cuenta tiene uno`
    if (claims === 1) fault = `es del ámbito ${scope}, que no existe`
    if (is_nobody) fault = 'está reservado, pero ese stream no es una cuenta'
    if (is_absent) fault = 'está reservado, pero ese stream no existe'
    return { subject: stream, message: `${claimName(scope)} de ${stream}: ${fault}` }
  })
  return [tally]
}

/** Nothing of an erased person remains, after a minute for the job. */
export async function verifyErased(client: pg.ClientBase): Promise<Tally[]> {
  const sql = `${accounts}
    select * from (select id, exists (select from keys.subjects where subject = id and wrapped_key is not null) as has_key,
      exists (select from es.claims c where c.stream_id = erased.stream_id) as has_claim,
      exists (select from auth.credentials where user_id = id) as has_password,
      exists (select from auth.sessions where user_id = id) as has_session
      from erased where at < clock_timestamp() - interval '1 minute') l
    where has_key or has_claim or has_password or has_session order by id`
  type Row = { id: number; has_key: boolean; has_claim: boolean; has_password: boolean; has_session: boolean }
  const tally = new Tally('erased', await countOf(client, `(${accounts} select from erased) x`))
  await tallyOf<Row>(client, tally, { sql }, ({ id, has_key, has_claim, has_password, has_session }) => {
    const all = [
      has_key && 'su clave',
      has_claim && 'su correo reservado',
      has_password && 'su contraseña',
      has_session && 'una sesión',
    ]
    const left = all.filter((one) => one).join(' y ')
    return { subject: `user-${id}`, message: `cuenta user-${id}: fue borrada, y queda ${left}` }
  })
  return [tally]
}

/** Every living account has its key, and its password if used for sign-in; sessions grant no more than the log. */
export async function verifyAccounts(client: pg.ClientBase, core: Core): Promise<Tally[]> {
  const living = await countOf(client, `(${accounts} select from living) x`)
  const keys = new Tally('keys', living)
  const keyless = `${accounts} select id from living l where is_sealed
    and not exists (select from keys.subjects k where k.subject = l.id and k.wrapped_key is not null) order by 1`
  await tallyOf<{ id: number }>(client, keys, { sql: keyless }, ({ id }) => ({
    subject: `user-${id}`,
    message: `clave de user-${id}: falta, y su cuenta no fue borrada`,
  }))
  const tally = new Tally('accounts', living)
  const passwordless = `${accounts} select id from living l where method = 'password'
    and not exists (select from auth.credentials c where c.user_id = l.id) order by 1`
  await tallyOf<{ id: number }>(client, tally, { sql: passwordless }, ({ id }) => ({
    subject: `user-${id}`,
    message: `cuenta user-${id}: falta su contraseña cifrada`,
  }))
  await verifyBindings(client, core, tally)
  const sessions = `${accounts} select s.user_id as id, r.id is null as is_nobody, coalesce(s.staff_role, 'admin') as role from auth.sessions s left join registered r on r.id = s.user_id
    where r.id is null or (s.is_admin and not exists (select from account a where a.name = 'AdminGranted' and a.id = s.user_id))
      or (s.staff_role is not null and not exists (select from account a where a.name = 'StaffRoleGranted' and a.id = s.user_id and a.role = s.staff_role))
    order by 1`
  await tallyOf<{ id: number; is_nobody: boolean; role: string }>(
    client,
    tally,
    { sql: sessions },
    ({ id, is_nobody, role }) => ({
      subject: `user-${id}`,
      message: `sesión de user-${id}: ${is_nobody ? 'esa cuenta no existe' : `dice que es ${role}, y nadie se lo dio`}`,
    }),
  )
  return [keys, tally]
}

type Core = Pick<VerifyContext['core'], 'keyring' | 'accounts'>
type Credential = Parameters<Core['accounts']['isBound']>[1]
const page = 2000

/** Each hash is bound to its account; reports a key that is missing or does not open as one fault. */
async function verifyBindings(client: pg.ClientBase, { keyring, accounts }: Core, tally: Tally): Promise<void> {
  for (let after = -1; ; ) {
    const { rows } = await client.query<Credential>(
      `select user_id as "userId", password_hash as "passwordHash", binding from auth.credentials where user_id > $1 order by 1 limit $2`,
      [after, page],
    )
    const ids = rows.map(({ userId }) => userId)
    const keys = await keyring.findEach(ids, client)
    for (const credential of rows) {
      const { userId } = credential
      const key = keyOf(keys, userId)
      if (key && !accounts.isBound(key, credential))
        tally.add(`user-${userId}`, `cuenta user-${userId}: su contraseña cifrada no es la que se guardó para ella`)
    }
    if (rows.length < page) return
    after = rows.at(-1)?.userId ?? after
  }
}

function keyOf(keys: Pick<SubjectKeys, 'get'>, id: number): Buffer | undefined {
  try {
    return keys.get(id)
  } catch {
    return undefined
  }
}
