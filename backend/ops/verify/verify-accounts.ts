// Checks data about persons outside the log: claims, keys, passwords and sessions belong to a living account.
import type pg from 'pg'
import { shopLog } from '#backend/domain/shop-log.ts'
import type { SubjectKeys } from '#backend/eventstore/log/keyring.ts'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import type { Tally } from './finding.ts'
import type { SqlCheck, VerifyContext } from './one-moment.ts'

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

export const claimNames: Readonly<Record<number, string>> = {
  [shopLog.claimScopes.email]: 'correo',
  [shopLog.claimScopes.google]: 'cuenta de Google',
}

const wrongClaims = `${accounts}
    select format('{%s}', c.stream_id) as subject, format('%s de {%s}: ', coalesce($1::json->>c.scope::text, 'reserva'), c.stream_id) || case
        when bool_or(s.id is null) then 'está reservado, pero ese stream no existe'
        when bool_or(r.stream_id is null) then 'está reservado, pero ese stream no es una cuenta'
        when count(*) > 1 then format('tiene %s, y una cuenta tiene uno', count(*))
        else format('es del ámbito %s, que no existe', c.scope) end as message
    from es.claims c left join es.streams s on s.id = c.stream_id left join registered r on r.stream_id = c.stream_id
    group by c.scope, c.stream_id having bool_or(s.id is null or r.stream_id is null) or count(*) > 1 or $1::json->>c.scope::text is null order by 1, c.scope`

/** Nothing of an erased person remains, after a minute for the job. */
const remaining = `${accounts}
    select 'user-' || id as subject, format('cuenta user-%s: fue borrada, y queda %s', id, remains) as message
    from erased, lateral (select nullif(concat_ws(' y ',
      case when exists (select from keys.subjects where subject = id and wrapped_key is not null) then 'su clave' end,
      case when exists (select from es.claims c where c.stream_id = erased.stream_id) then 'su correo reservado' end,
      case when exists (select from auth.credentials where user_id = id) then 'su contraseña' end,
      case when exists (select from auth.sessions where user_id = id) then 'una sesión' end), '') as remains) l
    where at < clock_timestamp() - interval '1 minute' and remains is not null order by id`

const keyless = `living l where is_sealed
    and not exists (select from keys.subjects k where k.subject = l.id and k.wrapped_key is not null)`
const passwordless = `living l where method = 'password'
    and not exists (select from auth.credentials c where c.user_id = l.id)`
const sessions = `
    (select s.user_id as id, case when r.id is null then 'esa cuenta no existe'
        else format('dice que es %s, y nadie se lo dio', coalesce(s.staff_role, 'admin')) end as fault
      from auth.sessions s left join registered r on r.id = s.user_id
      where r.id is null or (s.is_admin and not exists (select from account a where a.name = 'AdminGranted' and a.id = s.user_id))
        or (s.staff_role is not null and not exists (select from account a where a.name = 'StaffRoleGranted' and a.id = s.user_id and a.role = s.staff_role))) s`

const living = `(${accounts} select from living) x`
const ofAccount = (sentence: string, from: string) =>
  `${accounts} select 'user-' || id as subject, format(${sentence}, id) as message from ${from} order by id`

/** Every living account has its key, and its password if used for sign-in; sessions grant no more than the log. */
export const accountChecks: readonly SqlCheck[] = [
  { check: 'claims', counted: 'es.claims', wrong: wrongClaims, values: [claimNames] },
  { check: 'erased', counted: `(${accounts} select from erased) x`, wrong: remaining },
  {
    check: 'keys',
    counted: living,
    wrong: ofAccount("'clave de user-%s: falta, y su cuenta no fue borrada'", keyless),
  },
  {
    check: 'accounts',
    counted: living,
    wrong: ofAccount("'cuenta user-%s: falta su contraseña cifrada'", passwordless),
  },
  { check: 'accounts', wrong: ofAccount("'sesión de user-%s: ' || fault", sessions) },
]

type Core = Pick<VerifyContext['core'], 'keyring' | 'accounts'>
type Credential = Parameters<Core['accounts']['isBound']>[1]
const page = 2000

/** Each hash is bound to its account; reports a key that is missing or does not open as one fault. */
export async function verifyBindings(client: pg.ClientBase, { keyring, accounts }: Core, tally: Tally): Promise<void> {
  for (let after = -1; ; ) {
    const { rows } = await client.query<Credential>(
      `select user_id as "userId", password_hash as "passwordHash", binding from auth.credentials where user_id > $1 order by 1 limit $2`,
      [after, page],
    )
    const ids = rows.map(({ userId }) => userId)
    const { keys } = await openKeys(keyring, ids, client)
    for (const credential of rows) {
      const { userId } = credential
      const key = keys.get(userId)
      if (key && !accounts.isBound(key, credential))
        tally.add(`user-${userId}`, `cuenta user-${userId}: su contraseña cifrada no es la que se guardó para ella`)
    }
    if (rows.length < page) return
    after = rows.at(-1)?.userId ?? after
  }
}

/** `locked` are the subjects whose keys this master key does not open. */
export async function openKeys(
  keyring: Core['keyring'],
  subjects: readonly number[],
  client: pg.ClientBase,
): Promise<{ keys: SubjectKeys; locked: number[] }> {
  const wrapped = await keyring.findEach(subjects, client)
  const keys = new Map<number, Buffer>()
  const locked: number[] = []
  for (const subject of subjects)
    try {
      const key = wrapped.get(subject)
      if (key) keys.set(subject, key)
    } catch {
      locked.push(subject)
    }
  return { keys, locked }
}
