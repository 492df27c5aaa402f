// Reads everything on the page Operaciones from the database, so that all processes show the same.
import type pg from 'pg'
import type { ReplicaReport } from '#backend/db/replicas/replicas.ts'
import type { OperationsStatus, ProcessView, SubscriptionView } from '#backend/domain/operation/operation.contract.ts'
import type { EventMetadata } from '#backend/eventstore/log/event.ts'
import { listPartitions } from '#backend/eventstore/log/partitions/partitions.ts'
import { streamName } from '#backend/eventstore/log/stream-id.ts'
import {
  readSubscriptionStatus,
  type SubscriptionStatus,
} from '#backend/eventstore/subscriptions/subscription-status.ts'
import { readQueueState } from '#backend/jobs/queue-state.ts'
import { projections } from '#backend/readmodels/projections.ts'
import type { ShopStore } from '#backend/shop-store.ts'
import { readProcesses } from './processes.ts'
import { lastVerification, listWork } from './work.ts'

const tail = 10

export type Watched = {
  reads: pg.Pool
  store: ShopStore
  replicas: { report(): ReplicaReport[] }
}

/** `reads` has a time limit: a busy database refuses instead of delaying the page. */
export async function readOperationsStatus({ reads: pool, store, replicas }: Watched): Promise<OperationsStatus> {
  const head = await store.head()
  const [rows, processes, queue, work, lastVerify, partitions, stored] = await Promise.all([
    readSubscriptionStatus(pool),
    readProcesses(pool),
    readQueueState(pool),
    listWork(pool),
    lastVerification(pool),
    listPartitions(pool),
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
  const { name, rate, lag, fedBy, heartbeatSeconds } = row
  const feeder = processes.find(({ pid }) => pid === fedBy)
  return {
    ...row,
    codeVersion: projections.find((projection) => projection.name === name)?.version ?? null,
    etaSeconds: rate && lag > 0 ? Math.ceil(lag / rate) : null,
    heartbeatSeconds: feeder?.pumpSeenSeconds ?? heartbeatSeconds,
  }
}
