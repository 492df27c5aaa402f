import { z } from 'zod'
import { type Act, acts, outcomes } from './operation.limits.ts'

const reason = 'Escribí el motivo: queda en el registro.'
const needed: Partial<Record<Act, readonly ('key' | 'position' | 'reason')[]>> = {
  skip: ['key', 'position', 'reason'],
  'drop-job': ['reason'],
}

/**
 * `name`: a projection or reactor, or all; for failed jobs the queue. `key` and `position`: of a dead letter, or the
 * job's id as `key`; `reason`: for a skip or drop.
 */
export const operationRequest = z
  .object({
    act: z.enum(acts, 'No es algo que se pueda pedir.'),
    name: z.string().min(1).max(60),
    key: z.string().min(1).max(500).optional(),
    position: z.int().positive().optional(),
    reason: z.string().trim().min(1, reason).max(500).optional(),
  })
  .superRefine((asked, context) => {
    const isOfJob = asked.act === 'retry-job' || asked.act === 'drop-job'
    if (isOfJob && !z.uuid().safeParse(asked.key).success)
      context.addIssue({ code: 'custom', path: ['key'], message: 'Falta este dato.' })
    for (const field of (needed[asked.act] ?? []).filter((one) => asked[one] === undefined))
      context.addIssue({ code: 'custom', path: [field], message: field === 'reason' ? reason : 'Falta este dato.' })
  })

export const operationId = z.object({ id: z.uuid() })

const subscription = z.object({
  name: z.string(),
  kind: z.enum(['projection', 'reactor']),
  generation: z.int(),
  version: z.int(),
  /** Null if this process does not know the name. */
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
})
export type SubscriptionView = z.output<typeof subscription>

const poolUse = z.object({ most: z.int(), busy: z.int(), waiting: z.int() })
export type PoolUse = z.output<typeof poolUse>
const health = z.object({
  host: z.string(),
  osPid: z.int(),
  role: z.enum(['both', 'web', 'worker']),
  release: z.string(),
  memoryBytes: z.number(),
  /** 99 of 100 turns of the event loop were late by less. */
  loopDelayMs: z.number(),
  pools: z.record(z.string(), poolUse),
})
export type ProcessHealth = z.output<typeof health>
const process = z.object({
  id: z.string(),
  /** The connection behind `fedBy`; null for a process without a pump. */
  pid: z.int().nullable(),
  address: z.string().nullable(),
  since: z.iso.datetime(),
  /** Seconds since the last report, and since the pump's last query. */
  seenSeconds: z.number(),
  pumpSeenSeconds: z.number().nullable(),
  roundTripMs: z.int().nullable(),
  health: health.nullable(),
})
export type ProcessView = z.output<typeof process>

const replica = z.object({
  name: z.string(),
  state: z.enum(['used', 'away', 'promoted', 'foreign', 'ahead', 'late']),
  lagSeconds: z.number().nullable(),
})

const partition = z.object({
  name: z.string(),
  state: z.enum(['full', 'written', 'ahead', 'detached']),
  first: z.int().nullable(),
  upto: z.int().nullable(),
  events: z.int().nullable(),
  bytes: z.int(),
  tablespace: z.string(),
})

const logged = z.object({
  position: z.int(),
  at: z.iso.datetime(),
  stream: z.string(),
  type: z.string(),
  actor: z.string(),
})

const queue = z.object({ name: z.string(), waiting: z.int(), retrying: z.int(), active: z.int(), failed: z.int() })
const failedJob = z.object({
  id: z.string(),
  name: z.string(),
  attempts: z.int(),
  error: z.string().nullable(),
  nextAt: z.iso.datetime().nullable(),
})

/** A row or stream that differs from the log, personal texts masked. */
const foundRow = z.object({ subject: z.string(), message: z.string() })
export type FoundRow = z.output<typeof foundRow>
const workResult = z.object({
  checks: z.array(z.object({ name: z.string(), looked: z.int(), of: z.string(), faults: z.int() })),
  found: z.array(foundRow),
  total: z.int(),
})
export type WorkResult = z.output<typeof workResult>
export const workAnswer = z.object({
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
  result: workResult.nullable(),
  requestedAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
})
export type WorkView = z.output<typeof workAnswer>

const deadLetter = z.object({
  projection: z.string(),
  by: z.enum(['row', 'stream']),
  key: z.string(),
  position: z.int(),
  error: z.string(),
  events: z.int(),
  at: z.iso.datetime(),
})
export type DeadLetterView = z.output<typeof deadLetter>
export const deadLettersAnswer = z.array(deadLetter)

export const operationsAnswer = z.object({
  head: z.int(),
  subscriptions: z.array(subscription),
  processes: z.array(process),
  replicas: z.array(replica),
  partitions: z.array(partition),
  log: z.array(logged),
  work: z.array(workAnswer),
  lastVerify: workAnswer.nullable(),
  queues: z.array(queue),
  failures: z.array(failedJob),
})
export type OperationsStatus = z.output<typeof operationsAnswer>
