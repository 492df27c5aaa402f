// Checks data about persons outside the log: claims, keys, passwords and sessions belong to a living account.
import type pg from 'pg'
import { shopLog } from '#backend/domain/shop-log.ts'
import type { SubjectKeys } from '#backend/eventstore/log/keyring.ts'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import type { Tallies } from './finding.ts'
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

/** Each key opens, and each hash is bound to its account under it. */
export async function verifyKeys(client: pg.ClientBase, core: Core, { keys, accounts }: Tallies): Promise<void> {
  for (let after = -1; ; ) {
    const { rows } = await client.query<Credential & { hasPassword: boolean }>(
      `select subject as "userId", user_id is not null as "hasPassword", password_hash as "passwordHash", binding
       from keys.subjects left join auth.credentials on user_id = subject
       where wrapped_key is not null and subject > $1 order by 1 limit $2`,
      [after, page],
    )
    const wrapped = await core.keyring.findEach(
      rows.map(({ userId }) => userId),
      client,
    )
    for (const { hasPassword, ...credential } of rows) {
      const user = `user-${credential.userId}`
      const key = openedOf(wrapped, credential.userId)
      if (!key) keys.add(user, `clave de ${user}: no se abre con este DATA_KEY`)
      else if (hasPassword && !core.accounts.isBound(key, credential))
        accounts.add(user, `cuenta ${user}: su contraseña cifrada no es la que se guardó para ella`)
    }
    if (rows.length < page) return
    after = rows.at(-1)?.userId ?? after
  }
}

function openedOf(keys: Pick<SubjectKeys, 'get'>, userId: number): Buffer | undefined {
  try {
    return keys.get(userId)
  } catch {
    return undefined
  }
}
