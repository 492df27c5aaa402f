// Prometheus metrics of this process.
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { type CatalogueState, catalogueGauges } from './catalogue-gauges.ts'
import { diskGauges } from './disk-gauges.ts'
import { logGauges } from './log-gauges.ts'
import { type Replicated, replicaGauges } from './replica-gauges.ts'
import { measureAppends, measureBatches, measureFeeds, measureJobs, measureRequests } from './work-metrics.ts'

export type MeasuredParts = Replicated & {
  pools: Readonly<Record<'writes' | 'reads' | 'jobs', pg.Pool>>
  store: { readonly waiting: number }
  cache: { readonly hits: number; readonly misses: number }
  catalogue: CatalogueState
  live: { readonly size: number; readonly published: number; readonly cut: number }
  rendered: { readonly counts: Readonly<Record<string, number>> }
  admission: { readonly counts: Readonly<Record<string, number>>; readonly waiting: number }
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
  measureState(own, parts)
  replicaGauges(own, parts)
  catalogueGauges(own, parts.catalogue)
  measureListeners(own, parts.live)
  measurePages(own, parts.rendered)
  measureAdmission(own, parts.admission)
  diskGauges(own, parts.dataDir)
  const log = logGauges(own, parts.pools.jobs)
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

function measureState(registry: Registry, { pools, store, cache }: MeasuredParts): void {
  const registers = [registry]
  new Gauge({
    name: 'gamertech_append_waiting',
    help: 'Entries that wait in this process for the next batch',
    registers,
    collect() {
      this.set(store.waiting)
    },
  })
  new Counter({
    name: 'gamertech_kept_answers_total',
    help: 'Public answers by whether they came from memory (hit) or were made (miss)',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      this.inc({ result: 'hit' }, cache.hits)
      this.inc({ result: 'miss' }, cache.misses)
    },
  })
  new Gauge({
    name: 'gamertech_pool_connections',
    help: 'Connections of this process to the database, and callers that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'awaited' }, pool.waitingCount)
      }
    },
  })
}

function measureListeners(registry: Registry, live: MeasuredParts['live']): void {
  const registers = [registry]
  new Gauge({
    name: 'gamertech_live_listeners',
    help: 'Browsers that are told by this process what changes of products',
    registers,
    collect() {
      this.set(live.size)
    },
  })
  new Counter({
    name: 'gamertech_live_messages_total',
    help: 'Messages to listeners by whether they were told or the listener was cut, since they did not read',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      this.inc({ result: 'told' }, live.published)
      this.inc({ result: 'cut' }, live.cut)
    },
  })
}

function measurePages(registry: Registry, { counts }: MeasuredParts['rendered']): void {
  new Counter({
    name: 'gamertech_rendered_pages_total',
    help: 'Pages by how they were sent: kept, rendered, left to the browser since there is nothing to show or rendering took its share, or failed and left to it',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(counts)) this.inc({ result }, count)
    },
  })
}

function measureAdmission(registry: Registry, admission: MeasuredParts['admission']): void {
  const registers = [registry]
  new Counter({
    name: 'gamertech_turned_away_total',
    help: 'Requests of callers who were over their limits already, by how they were told: prompt, late, or cut, since too many waited',
    labelNames: ['told'],
    registers,
    collect() {
      this.reset()
      for (const [told, count] of Object.entries(admission.counts)) this.inc({ told }, count)
    },
  })
  new Gauge({
    name: 'gamertech_turned_away_waiting',
    help: 'Callers of this process that wait for their refusal',
    registers,
    collect() {
      this.set(admission.waiting)
    },
  })
}
