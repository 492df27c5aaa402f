// Walks through all events: checks their order, chain, shape, units and money.
import type pg from 'pg'
import { shopLog } from '#backend/domain/shop-log.ts'
import type { EventCodec } from '#backend/eventstore/log/codec.ts'
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { SubjectKeys } from '#backend/eventstore/log/keyring.ts'
import { streamName } from '#backend/eventstore/log/stream-id.ts'
import { claimIn, isClaiming } from '#backend/ops/inspect/claimed-values.ts'
import type { ClosedBooks } from '#backend/ops/verify/books.ts'
import { Tally } from '#backend/ops/verify/finding.ts'
import { type Beside, checked } from '#backend/ops/verify/one-moment.ts'
import { claimName } from '#backend/ops/verify/verify-accounts.ts'
import { ChainCheck, type ChainVerdict, type NotedHash } from '#backend/ops/verify/verify-chain.ts'
import { verifyJobs } from '#backend/ops/verify/verify-jobs.ts'
import { verifyStock } from '#backend/ops/verify/verify-stock.ts'
import { verifyStreams } from '#backend/ops/verify/verify-streams.ts'
import { findSkipped, verifyReactors } from '#backend/ops/verify/verify-subscriptions.ts'
import type { Core } from '#backend/shop.ts'
import { checkEvent, holdsSealed, reasonOf, wasChecked } from './event-check.ts'
import { copiedPages, eventsOf } from './log-copy.ts'
import { StreamVersions } from './stream-versions.ts'

const mostClaimed = 2000

/** Events in log order, as read and as decoded with personal fields opened (`opened`) and null (`closed`). */
export type LogPage = { rows: readonly StoredEvent[]; opened: readonly Decoded[]; closed: readonly Decoded[] }

export type Watched = {
  progress(position: number): void
  signal: AbortSignal
  handOn(page: LogPage): Promise<void>
  /** Receives each page's bytes once the walk is done with them. */
  handOnBytes(page: Buffer<ArrayBuffer>): Promise<void>
  closeBooks(): Promise<ClosedBooks>
}
type Claimed = { scope: number; key: string; stream: string }
type Walk = {
  /** Positions of events that operators skipped. */
  skipped: ReadonlySet<number>
  claimed: Claimed[]
  lockedKeys: Set<number>
  /** Last position whose job appended an event. */
  followed: number
  positions: Tally
  events: Tally
  orders: number
  keys: Tally
  claims: Tally
}

type Parts = Pick<Core, 'store' | 'keyring' | 'accounts'>

/** `client` has a snapshot. */
export async function verifyEvents(
  core: Parts,
  { client, beside }: { client: pg.ClientBase; beside: Beside },
  watched: Watched & { noted: NotedHash | null },
): Promise<{ tallies: Tally[]; chain: ChainVerdict }> {
  const versions = new StreamVersions(client)
  const { walk, chain } = await beside((log) =>
    beside(async (links) => {
      const check = new ChainCheck(links, watched.noted)
      const parts = { client, log: copiedPages(log), versions, chain: check }
      return { walk: await walkEvents(core, parts, watched), chain: await check.end() }
    }),
  )
  const closing = watched.closeBooks()
  closing.catch(() => undefined) // whoever waits for it hears of a failure
  const tallies = [
    ...[walk.positions, walk.events, walk.keys, walk.claims, chain.tally],
    ...(await checked(client, 'versions', () => verifyVersions(client, versions))),
    ...(await verifyReactors(client, walk.followed)),
  ]
  const books = await closing
  const ofOrders = (['orders', 'money'] as const).map((check) =>
    Object.assign(new Tally(check, walk.orders), books[check]),
  )
  return {
    tallies: [
      ...[...tallies, ...ofOrders],
      ...(await checked(client, 'stock', () => verifyStock(client, books))),
      ...(await checked(client, 'jobs', () => verifyJobs(client, books.open))),
    ],
    chain,
  }
}

/** Searches for wrong rows only if one exists, since that sorts the whole log by stream. */
async function verifyVersions(client: pg.ClientBase, versions: StreamVersions): Promise<Tally[]> {
  const streams = await versions.count()
  return streams === null ? verifyStreams(client) : [new Tally('versions', streams)]
}

type Sources = {
  client: pg.ClientBase
  log: AsyncIterable<Buffer<ArrayBuffer>>
  versions: StreamVersions
  chain: ChainCheck
}

async function walkEvents(
  core: Parts,
  { client, log, versions, chain }: Sources,
  { progress, signal, handOn, handOnBytes }: Watched,
): Promise<Walk> {
  const walk: Walk = {
    skipped: await findSkipped(core.store, client),
    claimed: [],
    lockedKeys: new Set(),
    followed: 0,
    orders: 0,
    positions: new Tally('positions'),
    events: new Tally('events'),
    keys: new Tally('keys'),
    claims: new Tally('claims'),
  }
  const { rows: clock } = await client.query<{ now: Date }>(`select clock_timestamp() + interval '1 minute' as now`)
  const latest = clock[0]?.now ?? new Date()
  let last = 0
  for await (const bytes of log) {
    signal.throwIfAborted()
    const rows = eventsOf(bytes)
    await handOnBytes(bytes)
    const page = await decodePage(core.store.codec, rows)
    const unsure = rows.filter((row, index) => !wasChecked(typeOf(core, row), row, page.opened[index] as Decoded))
    const keys = await findKeys(core, client, walk, subjectsOf(unsure))
    const seen = { keys, latest }
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] as StoredEvent
      checkPosition(walk.positions, last, row.pos)
      readOne(core, walk, { row, decoded: page.opened[index] as Decoded }, seen)
      last = row.pos
    }
    const looked = walk.claimed.length < mostClaimed ? undefined : verifyClaimed(client, walk)
    await Promise.all([looked, chain.take(rows), versions.take(rows), handOn(page)])
    progress(last)
  }
  await verifyClaimed(client, walk)
  return walk
}

/** Decodes events with sealed fields twice, since few readers may see personal data. */
async function decodePage(codec: EventCodec, rows: readonly StoredEvent[]): Promise<LogPage> {
  const closed = await codec.decodeEach(rows, { unseal: false })
  const sealed = [...rows.keys()].filter((index) => holdsSealed(rows[index] as StoredEvent))
  const unsealed = await codec.decodeEach(
    sealed.map((index) => rows[index] as StoredEvent),
    { unseal: true },
  )
  const opened = [...closed]
  sealed.forEach((index, nth) => {
    opened[index] = unsealed[nth] as Decoded
  })
  return { rows, opened, closed }
}

function checkPosition(tally: Tally, last: number, pos: number): void {
  tally.looked++
  if (pos === last + 1) return
  const missing = pos - last === 2 ? `falta la posición ${pos - 1}` : `faltan las posiciones ${last + 1} a ${pos - 1}`
  tally.add(last + 1, `registro: ${pos <= last ? `la posición ${pos} está más de una vez` : missing}`)
}

async function findKeys(
  { keyring }: Pick<Core, 'keyring'>,
  client: pg.ClientBase,
  walk: Walk,
  subjects: readonly number[],
): Promise<SubjectKeys> {
  const all = await keyring.find(subjects, client).catch(() => undefined)
  if (all) return all
  const keys = new Map<number, Buffer>()
  for (const subject of subjects) {
    const own = await keyring.find([subject], client).catch(() => undefined)
    for (const [id, key] of own ?? []) keys.set(id, key)
    if (!own && !walk.lockedKeys.has(subject)) {
      walk.lockedKeys.add(subject)
      walk.keys.add(`user-${subject}`, `clave de user-${subject}: no se abre con este DATA_KEY`)
    }
  }
  return keys
}

function readOne(
  { store, accounts }: Parts,
  walk: Walk,
  { row, decoded }: { row: StoredEvent; decoded: Decoded },
  seen: { keys: SubjectKeys; latest: Date },
): void {
  const type = typeOf({ store }, row)
  walk.events.looked++
  try {
    const { data, meta } = checkEvent({ type, row, decoded }, seen)
    if (type === 'OrderPlaced') walk.orders++
    if (meta.actor.startsWith('job:')) walk.followed = Math.max(walk.followed, meta.causation ?? 0)
    const claim = isClaiming(type) ? claimIn(accounts, { type, data }) : null
    if (claim) {
      const scope = shopLog.claimScopes[claim.scope]
      walk.claimed.push({ scope, key: claim.key.toString('hex'), stream: row.stream_id })
    }
  } catch (error) {
    if (walk.skipped.has(row.pos) && decoded instanceof Undecodable) return
    const where = `evento ${row.pos} (${type} de ${streamName(shopLog, row.stream_id)})`
    walk.events.add(row.pos, `${where}: ${reasonOf(error)}`)
  }
}

function typeOf({ store }: Pick<Parts, 'store'>, { type }: StoredEvent): string {
  return store.codec.typeName(type) ?? `#${type}`
}

function subjectsOf(rows: readonly StoredEvent[]): number[] {
  const sealed = rows.filter(holdsSealed).flatMap((row) => [...row.data.matchAll(/"\$sealed":"[^"]*","of":(\d+)/g)])
  return [...new Set(sealed.map((match) => Number(match[1])))]
}

/** Every account has exactly the claims of its readable e-mail and provider account. */
async function verifyClaimed(client: pg.ClientBase, walk: Walk): Promise<void> {
  const { claimed } = walk
  walk.claimed = []
  if (claimed.length === 0) return
  const { rows } = await client.query<Claimed>(
    // The union uses both indexes; one condition would scan all claims.
    `select scope, encode(key, 'hex') as key, stream_id as stream from es.claims where stream_id = any($3)
     union select scope, encode(key, 'hex'), stream_id from es.claims
     where (scope, key) in (select s, decode(k, 'hex') from unnest($1::smallint[], $2::text[]) u(s, k))`,
    [claimed.map(({ scope }) => scope), claimed.map(({ key }) => key), claimed.map(({ stream }) => stream)],
  )
  const holders = new Map(rows.map(({ scope, key, stream }) => [`${scope} ${key}`, stream]))
  const held = new Set(rows.map(({ scope, stream }) => `${scope} ${stream}`))
  for (const { scope, key, stream } of claimed) {
    const holder = holders.get(`${scope} ${key}`)
    if (holder === stream) continue
    const name = streamName(shopLog, stream)
    const other = held.has(`${scope} ${stream}`) ? 'tiene reservado otro que el suyo' : 'no está reservado'
    const fault = holder === undefined ? other : `está reservado para ${streamName(shopLog, holder)}`
    walk.claims.add(name, `${claimName(scope)} de ${name}: ${fault}`)
  }
}
