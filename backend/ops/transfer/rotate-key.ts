// Rotates DATA_KEY: wraps persons' keys and remakes e-mail claims in transactions of some persons each. An interrupted
// rotation continues, since finished persons open under the new key.
import type pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { Keyring } from '#backend/eventstore/log/keyring.ts'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { OpsFailure } from '#backend/ops/cli/command.ts'
import { claimIn, claimingTypes, readTypes } from '#backend/ops/inspect/read-events.ts'
import type { Core } from '#backend/shop.ts'

type Wrapped = { subject: number; wrapped_key: Buffer }

const atOnce = 200

/**
 * `newKey` has 32 bytes. `moved` hears of each part and may throw to stop. Goes from high ids to low, since a shop
 * checks its key with the first person. Returns the numbers of keys and claims.
 */
export async function rotateDataKey(
  { core, ownerPool }: { core: Core; ownerPool: pg.Pool },
  newKey: Buffer,
  moved: (persons: number) => void,
): Promise<{ keys: number; claims: number }> {
  const next = new Keyring(ownerPool, newKey)
  const accounts = core.accounts.under(next)
  const sum = { keys: 0, claims: 0 }
  for (let below: number | null = null; ; ) {
    const last: number | undefined = await transaction(ownerPool, async (client) => {
      const { rows } = await client.query<Wrapped>(
        `select subject, wrapped_key from keys.subjects
         where wrapped_key is not null and ($1::bigint is null or subject < $1) order by subject desc limit ${atOnce} for update`,
        [below],
      )
      const anew = rows.flatMap(({ subject, wrapped_key }) => {
        const wrapped = rewrapped(core.keyring, next, { subject, wrapped_key })
        return wrapped ? [{ subject, wrapped }] : []
      })
      if (anew.length > 0) sum.claims += await moveClaims(client, core, accounts, anew)
      await client.query(
        'update keys.subjects k set wrapped_key = n.wrapped from unnest($1::bigint[], $2::bytea[]) n(subject, wrapped) where k.subject = n.subject',
        [anew.map(({ subject }) => subject), anew.map(({ wrapped }) => wrapped)],
      )
      sum.keys += anew.length
      return rows.at(-1)?.subject
    })
    if (last === undefined) return sum
    moved(sum.keys)
    below = last
  }
}

function rewrapped(old: Keyring, next: Keyring, { subject, wrapped_key }: Wrapped): Buffer | null {
  try {
    return old.rewrap(subject, wrapped_key, next)
  } catch (cause) {
    throw new OpsFailure(`La clave de la cuenta ${subject} no abre con DATA_KEY ni con la nueva.`, { cause })
  }
}

/** Moves claims of e-mails and provider accounts while the persons' keys still open under the old key. */
async function moveClaims(
  client: pg.ClientBase,
  core: Core,
  next: Core['accounts'],
  persons: readonly { subject: number }[],
): Promise<number> {
  const streams = persons.map(({ subject }) => streamUuid(shopLog, `user-${subject}`))
  const pairs = (await readTypes(core, client, claimingTypes, streams)).flatMap((event) => {
    const [from, to] = [claimIn(core.accounts, event), claimIn(next, event)]
    return from && to ? [{ scope: shopLog.claimScopes[from.scope], from, to }] : []
  })
  const { rowCount } = await client.query(
    `update es.claims c set key = n.to from unnest($1::smallint[], $2::bytea[], $3::bytea[]) n(scope, "from", "to")
     where c.scope = n.scope and c.key = n."from" and c.stream_id = any($4)`,
    [pairs.map(({ scope }) => scope), pairs.map(({ from }) => from.key), pairs.map(({ to }) => to.key), streams],
  )
  const held = await client.query('select from es.claims where stream_id = any($1)', [streams])
  if (held.rowCount !== rowCount)
    throw new OpsFailure('Hay correos reservados que no salen del registro: npm run ops -- verify dice cuáles.')
  return rowCount ?? 0
}
