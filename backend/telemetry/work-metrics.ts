// Metrics of this process's work: appends, feeding of subscriptions, requests, jobs.
import { Counter, Histogram, type Registry } from 'prom-client'
import { ClaimTaken, GuardRefused, Overloaded, VersionConflict } from '#backend/eventstore/log/append-entry.ts'
import { appends, batches, feedings } from '#backend/eventstore/log/telemetry.ts'
import { requests } from '#backend/http/middleware/telemetry.ts'
import { jobRuns } from '#backend/jobs/telemetry.ts'
import { listen, secondsSince } from './listen.ts'

const seconds = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** All these functions return the function that ends their listening. */
export function measureAppends(registry: Registry): () => void {
  const registers = [registry]
  const latency = new Histogram({
    name: 'gamertech_append_seconds',
    help: 'Time from the door of the store to the outcome of an entry, waiting included',
    labelNames: ['outcome'],
    buckets: seconds,
    registers,
  })
  const refused = new Counter({
    name: 'gamertech_append_refused_total',
    help: 'Entries that were not appended, by reason',
    labelNames: ['reason'],
    registers,
  })
  const events = new Counter({ name: 'gamertech_append_events_total', help: 'Events appended', registers })
  return listen(appends, {
    end({ startedAt, entry, result, error }) {
      const outcome = !result ? 'refused' : result.duplicate ? 'repeated' : 'appended'
      latency.observe({ outcome }, secondsSince(startedAt))
      if (!result) refused.inc({ reason: reasonOf(error) })
      else if (!result.duplicate) events.inc(entry.writes.reduce((sum, write) => sum + write.events.length, 0))
    },
  })
}

function reasonOf(error: unknown): string {
  if (error instanceof VersionConflict) return 'version'
  if (error instanceof ClaimTaken) return 'claim'
  if (error instanceof GuardRefused) return 'stock'
  return error instanceof Overloaded ? 'overloaded' : 'error'
}

export function measureBatches(registry: Registry): () => void {
  const registers = [registry]
  const size = new Histogram({
    name: 'gamertech_append_batch_entries',
    help: 'Entries that left in one round trip',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  })
  const roundTrip = new Histogram({
    name: 'gamertech_append_batch_seconds',
    help: 'Time of a round trip of es.append',
    buckets: seconds,
    registers,
  })
  return listen(batches, {
    end({ startedAt, entries }) {
      size.observe(entries.length)
      roundTrip.observe(secondsSince(startedAt))
    },
  })
}

export function measureFeeds(registry: Registry): () => void {
  const time = new Histogram({
    name: 'gamertech_feed_seconds',
    help: "Time of a subscription's share of a page, or of all shares of a short one, with the commit",
    labelNames: ['name', 'outcome'],
    buckets: seconds,
    registers: [registry],
  })
  const events = new Counter({
    name: 'gamertech_feed_events_total',
    help: 'Events fed to a subscription by this process',
    labelNames: ['name'],
    registers: [registry],
  })
  return listen(feedings, {
    end({ startedAt, name, rows, error }) {
      time.observe({ name, outcome: error === undefined ? 'done' : 'failed' }, secondsSince(startedAt))
      if (error === undefined) events.inc({ name }, rows.length)
    },
  })
}

export function measureRequests(registry: Registry): () => void {
  const latency = new Histogram({
    name: 'gamertech_http_request_seconds',
    help: 'Time to make an answer, by pattern of the route',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers: [registry],
  })
  // Caches series, because finding one by its labels costs more than observing.
  const known = new Map<string, { observe(value: number): void }>()
  return listen(requests, {
    end({ startedAt, method, route, status }) {
      const key = `${method} ${route} ${status}`
      const series = known.get(key) ?? latency.labels({ method, route, status })
      if (!known.has(key)) known.set(key, series)
      series.observe(secondsSince(startedAt))
    },
  })
}

export function measureJobs(registry: Registry): () => void {
  const latency = new Histogram({
    name: 'gamertech_job_seconds',
    help: 'Time of an attempt at a job',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300],
    registers: [registry],
  })
  return listen(jobRuns, {
    end: ({ startedAt, job, error }) =>
      latency.observe({ job, outcome: error === undefined ? 'done' : 'failed' }, secondsSince(startedAt)),
  })
}
