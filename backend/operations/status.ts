// All that the page Operaciones follows, in one look at the database: so every process shows the same.
import type pg from 'pg'
import type { ReplicaReport } from '#backend/db/replicas/replicas.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { EventMetadata } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { type PartitionReport, reportPartitions } from '#backend/eventstore/log/partitions/partitions.ts'
import { streamName } from '#backend/eventstore/log/stream-id.ts'
import {
  readSubscriptionStatus,
  type SubscriptionStatus,
} from '#backend/eventstore/subscriptions/subscription-status.ts'
import { type QueueState, readQueueState } from '#backend/jobs/queue-state.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { type ProcessView, readProcesses } from './processes.ts'
import { lastVerification, listWork, type WorkView } from './work.ts'

/** Events shown of the log's end. */
const tail = 10

/** A generation of a projection, or a reactor. */
export type SubscriptionView = {
  name: string
  kind: 'projection' | 'reactor'
  generation: number
  version: number
  /** Of the process that was asked; null: it does not know this name. */
  codeVersion: number | null
  state: SubscriptionStatus['state']
  position: number
  /** Events, and seconds since the first one not yet applied. */
  lag: number
  lagSeconds: number
  /** Events a second; null: nothing was behind. */
  rate: number | null
  /** Seconds until it has caught up at this rate; null: unknown, or it has. */
  etaSeconds: number | null
  /** While it is built: where it has to come to. */
  target: number
  paused: boolean
  /** Events that could not be applied. */
  parked: number
  /** The connection that feeds it, and seconds since its last sign of life; null: nobody does. */
  fedBy: number | null
  heartbeatSeconds: number | null
  /** Of rows of before: seconds that they are still fed. */
  keptSeconds: number | null
}
export type LoggedView = { position: number; at: string; stream: string; type: string; actor: string }
export type OperationsStatus = QueueState & {
  head: number
  subscriptions: SubscriptionView[]
  processes: ProcessView[]
  /** As the process that was asked sees them. */
  replicas: ReplicaReport[]
  /** Of the log, in order; none: it is one table. */
  partitions: PartitionReport[]
  /** What was asked of the machinery of late, the newest first. */
  work: WorkView[]
  lastVerify: WorkView | null
  /** The last events, the newest first, without what they say. */
  log: LoggedView[]
}

export type Watched = {
  reads: pg.Pool
  store: EventStore<ShopLog>
  replicas: { report(): ReplicaReport[] }
}

/** reads: of the application, with a time limit; a database that is busy refuses instead of keeping the page waiting. */
export async function readOperationsStatus({ reads: pool, store, replicas }: Watched): Promise<OperationsStatus> {
  const head = await store.head()
  const [rows, processes, queue, work, lastVerify, partitions, stored] = await Promise.all([
    readSubscriptionStatus(pool),
    readProcesses(pool),
    readQueueState(pool),
    listWork(pool),
    lastVerification(pool),
    reportPartitions(pool),
    store.readAfter(Math.max(head - tail, 0), tail),
  ])
  const log = stored.toReversed().map(({ pos, at, stream_id, type, meta }) => ({
    position: pos,
    at: at.toISOString(),
    stream: streamName(store.log, stream_id),
    type: store.codec.typeName(type) ?? `#${type}`,
    actor: (JSON.parse(meta) as EventMetadata).actor,
  }))
  return {
    head,
    subscriptions: rows.map((row) => viewOf(row, processes)),
    processes,
    replicas: replicas.report(),
    partitions,
    ...queue,
    work,
    lastVerify,
    log,
  }
}

function viewOf(row: SubscriptionStatus, processes: readonly ProcessView[]): SubscriptionView {
  const { name, kind, generation, version, state, lag, rate, target, paused, parked } = row
  const known = projections.find((projection) => projection.name === name)
  const feeder = processes.find(({ pid }) => pid === row.fed_by)
  return {
    name,
    kind,
    generation,
    version,
    state,
    lag,
    rate,
    target,
    paused,
    parked,
    codeVersion: known?.version ?? null,
    position: row.reached,
    lagSeconds: row.lag_seconds,
    etaSeconds: rate && lag > 0 ? Math.ceil(lag / rate) : null,
    fedBy: row.fed_by,
    heartbeatSeconds: feeder?.pumpSeenSeconds ?? row.heartbeat_seconds,
    keptSeconds: row.kept_seconds,
  }
}
