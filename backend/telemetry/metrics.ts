import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { logGauges } from './log-gauges.ts'
import { byLabel, type Readings, readingsIn, sole } from './readings.ts'
import { measureAppends, measureBatches, measureFeeds, measureJobs, measureRequests } from './work-metrics.ts'

export type MeasuredParts = {
  pools: Readonly<Record<'writes' | 'reads' | 'jobs', pg.Pool>>
  replicas: { report(): readonly { name: string; state: string; lagSeconds: number | null }[] }
  readServers: {
    readonly answered: ReadonlyMap<string, number>
    readonly repeated: Readonly<Record<'behind' | 'failed', number>>
  }
  store: { readonly waiting: number }
  cache: { readonly hits: number; readonly misses: number }
  /** `behindMs`: age of the oldest change not yet applied. */
  catalogue: { readonly state: { products: number; bytes: number; loads: number; behindMs: number } }
  live: { readonly size: number; readonly published: number; readonly cut: number }
  rendered: { readonly counts: Readonly<Record<string, number>> }
  admission: { readonly counts: Readonly<Record<string, number>>; readonly waiting: number }
  /** An embedded database shares its disk. */
  dataDir: string
}

/** Node's own metrics belong to the process, however many shops it runs. */
let ofProcess: Registry | undefined

export function startMetrics(parts: MeasuredParts) {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  const node = ofProcess
  const own = new Registry()
  const stops = [measureAppends, measureBatches, measureFeeds, measureRequests, measureJobs].map((measure) =>
    measure(own),
  )
  const readings = readingsIn(own)
  for (const read of [readStore, readReplicas, readCatalogue, readCallers, readDisk]) read(readings, parts)
  const log = logGauges(readings, parts.pools.jobs)
  return {
    contentType: own.contentType as string,
    async text(): Promise<string> {
      await log.read()
      return `${await own.metrics()}\n${await node.metrics()}`
    },
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}

function readStore({ gauge, gauges, counters }: Readings, { store, cache, pools }: MeasuredParts): void {
  gauge('append_waiting', 'Entries that wait in this process for the next batch', () => store.waiting)
  const answers = 'Public answers by whether they came from memory (hit) or were made (miss)'
  const kept = () => byLabel('result', { hit: cache.hits, miss: cache.misses })
  counters('kept_answers_total', answers, ['result'], kept)
  const connections = 'Connections of this process to the database, and callers that wait for one'
  gauges('pool_connections', connections, ['pool', 'state'], () =>
    Object.entries(pools).flatMap(([name, { totalCount, idleCount, waitingCount }]) => [
      [{ pool: name, state: 'busy' }, totalCount - idleCount],
      [{ pool: name, state: 'idle' }, idleCount],
      [{ pool: name, state: 'awaited' }, waitingCount],
    ]),
  )
}

function readReplicas({ gauges, counters }: Readings, { replicas, readServers }: MeasuredParts): void {
  const states = '1 for each replica, with the state it is in: used, or why it is not'
  gauges('replica', states, ['replica', 'state'], () =>
    replicas.report().map(({ name: replica, state }) => [{ replica, state }, 1]),
  )
  gauges('replica_lag_seconds', 'How old what a replica shows may be', ['replica'], () =>
    replicas
      .report()
      .flatMap(({ name: replica, lagSeconds }) => (lagSeconds === null ? [] : [[{ replica }, lagSeconds]])),
  )
  const reads = 'Queries for pages by the server that answered'
  counters('page_reads_total', reads, ['server'], () => byLabel('server', Object.fromEntries(readServers.answered)))
  const repeated = 'Queries for pages that a replica left to the primary: it was behind, or it failed'
  counters('page_reads_repeated_total', repeated, ['reason'], () => byLabel('reason', readServers.repeated))
}

function readCatalogue({ gauge, counters }: Readings, { catalogue }: MeasuredParts): void {
  gauge('catalogue_products', 'Products that this process holds in memory', () => catalogue.state.products)
  gauge('catalogue_bytes', 'About what these products take', () => catalogue.state.bytes)
  const behind =
    'For how long something is known of the catalogue that is not yet in memory, or nothing can be heard of it'
  gauge('catalogue_behind_seconds', behind, () => catalogue.state.behindMs / 1000)
  const loads = 'Times that this process loaded the whole catalogue'
  counters('catalogue_loads_total', loads, [], () => sole(catalogue.state.loads))
}

function readCallers({ gauge, counters }: Readings, { live, rendered, admission }: MeasuredParts): void {
  gauge('live_listeners', 'Browsers that are told by this process what changes of products', () => live.size)
  const messages = 'Messages to listeners by whether they were told or the listener was cut, since they did not read'
  const heard = () => byLabel('result', { told: live.published, cut: live.cut })
  counters('live_messages_total', messages, ['result'], heard)
  const sent =
    'Pages by how they were sent: kept, rendered, left to the browser since there is nothing to show or rendering took its share, or failed and left to it'
  counters('rendered_pages_total', sent, ['result'], () => byLabel('result', rendered.counts))
  const told =
    'Requests of callers who were over their limits already, by how they were told: prompt, late, or cut, since too many waited'
  counters('turned_away_total', told, ['told'], () => byLabel('told', admission.counts))
  gauge('turned_away_waiting', 'Callers of this process that wait for their refusal', () => admission.waiting)
}

function readDisk({ gauges }: Readings, { dataDir }: MeasuredParts): void {
  const room = 'Room of the file system of a folder of this process: used, and free for it'
  gauges('disk_bytes', room, ['folder', 'state'], async () => {
    const disk = await statfs(dataDir).catch(() => undefined)
    if (!disk) return []
    return [
      [{ folder: 'data', state: 'used' }, (disk.blocks - disk.bfree) * disk.bsize],
      [{ folder: 'data', state: 'free' }, disk.bavail * disk.bsize],
    ]
  })
}
