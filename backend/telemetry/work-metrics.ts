import { Counter, Histogram, type Registry } from 'prom-client'
import { ClaimTaken, GuardRefused, Overloaded, VersionConflict } from '#backend/eventstore/log/append-entry.ts'
import { appends, batches, feedings } from '#backend/eventstore/log/telemetry.ts'
import { requests } from '#backend/http/middleware/telemetry.ts'
import { jobRuns } from '#backend/jobs/telemetry.ts'
import { listen, secondsSince } from './listen.ts'

const seconds = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function histogramIn(registry: Registry) {
  return <Label extends string>(name: string, help: string, buckets: number[], ...labelNames: Label[]) =>
    new Histogram({ name: `gamertech_${name}`, help, buckets, labelNames, registers: [registry] })
}

function counterIn(registry: Registry) {
  return <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `gamertech_${name}`, help, labelNames, registers: [registry] })
}

/** All these functions return the function that ends their listening. */
export function measureAppends(registry: Registry): () => void {
  const help = 'Time from the door of the store to the outcome of an entry, waiting included'
  const latency = histogramIn(registry)('append_seconds', help, seconds, 'outcome')
  const counter = counterIn(registry)
  const refused = counter('append_refused_total', 'Entries that were not appended, by reason', 'reason')
  const events = counter('append_events_total', 'Events appended')
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
  const histogram = histogramIn(registry)
  const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256]
  const size = histogram('append_batch_entries', 'Entries that left in one round trip', sizes)
  const roundTrip = histogram('append_batch_seconds', 'Time of a round trip of es.append', seconds)
  return listen(batches, {
    end({ startedAt, entries }) {
      size.observe(entries.length)
      roundTrip.observe(secondsSince(startedAt))
    },
  })
}

export function measureFeeds(registry: Registry): () => void {
  const help = "Time of a subscription's share of a page, or of all shares of a short one, with the commit"
  const time = histogramIn(registry)('feed_seconds', help, seconds, 'name', 'outcome')
  const events = counterIn(registry)('feed_events_total', 'Events fed to a subscription by this process', 'name')
  return listen(feedings, {
    end({ startedAt, name, rows, error }) {
      time.observe({ name, outcome: error === undefined ? 'done' : 'failed' }, secondsSince(startedAt))
      if (error === undefined) events.inc({ name }, rows.length)
    },
  })
}

export function measureRequests(registry: Registry): () => void {
  const help = 'Time to make an answer, by pattern of the route'
  const latency = histogramIn(registry)('http_request_seconds', help, seconds, 'method', 'route', 'status')
  return listen(requests, {
    end: ({ startedAt, method, route, status }) => latency.observe({ method, route, status }, secondsSince(startedAt)),
  })
}

export function measureJobs(registry: Registry): () => void {
  const buckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300]
  const latency = histogramIn(registry)('job_seconds', 'Time of an attempt at a job', buckets, 'job', 'outcome')
  return listen(jobRuns, {
    end: ({ startedAt, job, error }) =>
      latency.observe({ job, outcome: error === undefined ? 'done' : 'failed' }, secondsSince(startedAt)),
  })
}
