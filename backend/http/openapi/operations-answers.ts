// What the calls of the page Operaciones return; each is held to the type that the code returns.
import { z } from 'zod'
import { type ReplicaReport, replicaStates } from '#backend/db/replicas/replicas.ts'
import { acts, outcomes } from '#backend/domain/operation/operation.limits.ts'
import { type PartitionReport, partitionStates } from '#backend/eventstore/log/partitions/partitions.ts'
import type { DeadLetterView } from '#backend/operations/operations.ts'
import type { PoolUse, ProcessHealth } from '#backend/operations/process-report.ts'
import type { ProcessView } from '#backend/operations/processes.ts'
import type { LoggedView, OperationsStatus, SubscriptionView } from '#backend/operations/status.ts'
import type { WorkView } from '#backend/operations/work.ts'

type Of<T> = z.ZodType<T>

const moment = z.iso.datetime()

const subscription = z.object({
  name: z.string(),
  kind: z.enum(['projection', 'reactor']),
  generation: z.int(),
  version: z.int(),
  codeVersion: z.int().nullable(),
  state: z.enum(['building', 'ready', 'live', 'kept']),
  position: z.int(),
  lag: z.int(),
  lagSeconds: z.number(),
  rate: z.number().nullable(),
  etaSeconds: z.int().nullable(),
  target: z.int(),
  paused: z.boolean(),
  parked: z.int(),
  fedBy: z.int().nullable(),
  heartbeatSeconds: z.number().nullable(),
  keptSeconds: z.number().nullable(),
}) satisfies Of<SubscriptionView>

const poolUse = z.object({ most: z.int(), busy: z.int(), waiting: z.int() }) satisfies Of<PoolUse>
const health = z.object({
  host: z.string(),
  osPid: z.int(),
  role: z.enum(['both', 'web', 'worker']),
  release: z.string(),
  memoryBytes: z.number(),
  loopDelayMs: z.number(),
  pools: z.record(z.string(), poolUse),
}) satisfies Of<ProcessHealth>
const process = z.object({
  id: z.string(),
  pid: z.int().nullable(),
  address: z.string().nullable(),
  since: moment,
  seenSeconds: z.number(),
  pumpSeenSeconds: z.number().nullable(),
  roundTripMs: z.int().nullable(),
  health: health.nullable(),
}) satisfies Of<ProcessView>

const replica = z.object({
  name: z.string(),
  state: z.enum(replicaStates),
  lagSeconds: z.number().nullable(),
}) satisfies Of<ReplicaReport>

const partition = z.object({
  name: z.string(),
  state: z.enum(partitionStates),
  first: z.int().nullable(),
  upto: z.int().nullable(),
  events: z.int().nullable(),
  bytes: z.int(),
  tablespace: z.string(),
}) satisfies Of<PartitionReport>

const logged = z.object({
  position: z.int(),
  at: moment,
  stream: z.string(),
  type: z.string(),
  actor: z.string(),
}) satisfies Of<LoggedView>

const queue = z.object({
  name: z.string(),
  waiting: z.int(),
  retrying: z.int(),
  active: z.int(),
  failed: z.int(),
})
const failedJob = z.object({
  id: z.string(),
  name: z.string(),
  attempts: z.int(),
  error: z.string().nullable(),
  nextAt: moment.nullable(),
})

const check = z.object({ name: z.string(), looked: z.int(), of: z.string(), faults: z.int() })
export const work = z.object({
  id: z.uuid(),
  act: z.enum(acts),
  target: z.string(),
  actor: z.string(),
  state: z.enum(['waiting', 'running', ...outcomes]),
  stopAsked: z.boolean(),
  isSilent: z.boolean(),
  phase: z.string(),
  done: z.int(),
  total: z.int(),
  rate: z.number(),
  etaSeconds: z.int().nullable(),
  detail: z.string().nullable(),
  result: z
    .object({
      checks: z.array(check),
      found: z.array(z.object({ subject: z.string(), message: z.string() })),
      total: z.int(),
    })
    .nullable(),
  requestedAt: moment,
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
}) satisfies Of<WorkView>

export const deadLetters = z.array(
  z.object({
    projection: z.string(),
    by: z.enum(['row', 'stream']),
    key: z.string(),
    position: z.int(),
    error: z.string(),
    events: z.int(),
    at: moment,
  }) satisfies Of<DeadLetterView>,
)

export const operationsStatus = z.object({
  head: z.int(),
  subscriptions: z.array(subscription),
  processes: z.array(process),
  replicas: z.array(replica),
  partitions: z.array(partition),
  log: z.array(logged),
  work: z.array(work),
  lastVerify: work.nullable(),
  queues: z.array(queue),
  failures: z.array(failedJob),
}) satisfies Of<OperationsStatus>
