import type pg from 'pg'
import { shopLog } from '#backend/domain/shop-log.ts'
import { storedColumns } from '#backend/eventstore/log/decoding/stored-types.ts'
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { streamName } from '#backend/eventstore/log/stream-id.ts'
import { claimIn, isClaiming, readTypeNames } from '#backend/ops/inspect/read-events.ts'
import type { Tallies, Tally } from '#backend/ops/verify/finding.ts'
import { addWrong, pagesOf } from '#backend/ops/verify/one-moment.ts'
import { claimNames } from '#backend/ops/verify/verify-accounts.ts'
import { HashedLog, type NotedHash, type WalkedEvent } from '#backend/ops/verify/verify-chain.ts'
import { findSkipped } from '#backend/ops/verify/verify-subscriptions.ts'
import type { Core } from '#backend/shop.ts'
import { checkEvent, reasonOf } from './event-check.ts'
import type { SharedFolds } from './shared-folds.ts'

export type Walked = { log: HashedLog; followed: number }
type Claimed = { scope: number; key: string; stream: string }
/** `followed`: the last position whose job appended an event. */
type Walk = { tallies: Tallies; skipped: ReadonlySet<number>; claimed: Claimed[]; followed: number }
type Watched = {
  noted: NotedHash | null
  folds: Pick<SharedFolds, 'take'>
  tallies: Tallies
  progress(position: number): void
  signal: AbortSignal
}
type Parts = Pick<Core, 'store' | 'accounts'>

const everything = `select ${storedColumns}, to_char(at at time zone 'utc', 'US') as microseconds from es.events order by pos`

/** `client` has a snapshot. `folds` get each page, decoded. */
export async function verifyEvents(
  core: Parts,
  client: pg.ClientBase,
  { noted, folds, tallies, progress, signal }: Watched,
): Promise<Walked> {
  const walk: Walk = { tallies, skipped: await findSkipped(core.store, client), claimed: [], followed: 0 }
  const log = new HashedLog(noted)
  const { rows: clock } = await client.query<{ now: Date }>(`select clock_timestamp() + interval '1 minute' as now`)
  const latest = clock[0]?.now ?? new Date()
  const names = await readTypeNames(client)
  const typeOf = (row: StoredEvent) => names.get(row.type) ?? `#${row.type}`
  let last = 0
  for await (const rows of pagesOf<WalkedEvent>(client, everything)) {
    signal.throwIfAborted()
    const decoded = await core.store.codec.decodeEach(rows, { unseal: true })
    for (const [index, row] of rows.entries()) {
      checkPosition(tallies.positions, last, row.pos)
      readOne(core, walk, { type: typeOf(row), row, decoded: decoded[index] as Decoded }, latest)
      log.add(row, typeOf(row))
      last = row.pos
    }
    await Promise.all([verifyClaimed(client, walk), folds.take(rows, decoded)])
    progress(last)
  }
  log.end()
  return { log, followed: walk.followed }
}

function checkPosition(tally: Tally, last: number, pos: number): void {
  tally.looked++
  if (pos === last + 1) return
  const missing = pos - last === 2 ? `falta la posición ${pos - 1}` : `faltan las posiciones ${last + 1} a ${pos - 1}`
  tally.add(last + 1, `registro: ${pos <= last ? `la posición ${pos} está más de una vez` : missing}`)
}

function readOne(
  { accounts }: Parts,
  walk: Walk,
  { type, row, decoded }: { type: string; row: StoredEvent; decoded: Decoded },
  latest: Date,
): void {
  walk.tallies.events.looked++
  try {
    const { data, meta } = checkEvent({ type, row, decoded }, latest)
    if (meta.actor.startsWith('job:')) walk.followed = Math.max(walk.followed, meta.causation ?? 0)
    const claim = isClaiming(type) ? claimIn(accounts, { type, data }) : null
    if (claim) {
      const scope = shopLog.claimScopes[claim.scope]
      walk.claimed.push({ scope, key: claim.key.toString('hex'), stream: row.stream_id })
    }
  } catch (error) {
    if (walk.skipped.has(row.pos) && decoded instanceof Undecodable) return
    const where = `evento ${row.pos} (${type} de ${streamName(shopLog, row.stream_id)})`
    walk.tallies.events.add(row.pos, `${where}: ${reasonOf(error)}`)
  }
}

/** Every account has exactly the claims of its readable e-mail and provider account. */
async function verifyClaimed(client: pg.ClientBase, { tallies, claimed }: Walk): Promise<void> {
  if (claimed.length === 0) return
  const wrong = `
    select format('{%s}', stream) as subject, format('%s de {%s}: ', coalesce($1::json->>c.scope::text, 'reserva'), stream) || case
        when h.stream_id is not null then format('está reservado para {%s}', h.stream_id)
        when exists (select from es.claims o where o.stream_id = stream and o.scope = c.scope) then 'tiene reservado otro que el suyo'
        else 'no está reservado' end as message
    from json_to_recordset($2) c(scope smallint, key text, stream uuid) left join es.claims h on h.scope = c.scope and h.key = decode(c.key, 'hex')
    where h.stream_id is distinct from stream`
  await addWrong(client, tallies.claims, wrong, [claimNames, JSON.stringify(claimed.splice(0))])
}
