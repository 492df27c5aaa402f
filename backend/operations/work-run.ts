// Runs long work in its own process, so that it outlives the page and any page sees the progress.
import type pg from 'pg'
import { recordOperation } from '#backend/commands/changes.ts'
import { isUnreachable } from '#backend/db/unreachable.ts'
import type { Act } from '#backend/domain/operation/operation.limits.ts'
import { RebuildCancelled } from '#backend/eventstore/projections/generation-builder.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'
import { projectionFailure } from './known-failure.ts'
import { type ClaimedWork, claimWork, endWork, type Progress, reportWork, type WorkEnding } from './work.ts'

const signEvery = 500

export type Follow = {
  at(done: number, total: number, phase?: string): void
  signal: AbortSignal
}
export type LongAct = Extract<Act, 'dry-run' | 'rebuild' | 'hold' | 'verify'>
export type Tasks = Record<LongAct, (target: string, follow: Follow) => Promise<WorkEnding>>

type Parts = {
  pool: pg.Pool
  store: ShopStore
  tasks: Tasks
  undo: (work: ClaimedWork) => Promise<void>
}

/** Runs unless finished; row and log record the outcome. Throws if the database is lost, for a retry. */
export async function runWork({ pool, store, tasks, undo }: Parts, id: string): Promise<void> {
  const work = await claimWork(pool, id)
  if (!work) return
  const [stop, began] = [new AbortController(), performance.now()]
  let from: number | undefined
  let now: Progress = { phase: '', done: 0, total: 0, rate: 0 }
  const at = (done: number, total: number, phase = '') => {
    from ??= done
    now = { phase, done, total, rate: ((done - from) * 1000) / (performance.now() - began) }
  }
  const sign = async () => {
    const isToStop = await reportWork(pool, id, now)
    if (!isToStop || stop.signal.aborted) return
    stop.abort()
    await undo(work) // the task itself meets what stands in the way
  }
  // Writes heartbeats with progress, even while the task is silent.
  const timer = setInterval(() => void sign().catch(() => undefined), signEvery)
  const ending = await tasks[work.act as LongAct](work.target, { at, signal: stop.signal })
    .catch((error: unknown) => endingOf(error, work, stop.signal))
    .finally(() => clearInterval(timer))
  if (stop.signal.aborted) await undo(work)
  const context = { actor: 'job:run-operation', correlation: id, causation: work.position } as const
  await recordEnd({ pool, store }, context, id, ending)
}

export async function recordEnd(
  { pool, store }: Pick<Parts, 'pool' | 'store'>,
  context: ShopContext,
  operationId: string,
  ending: WorkEnding,
): Promise<void> {
  const { outcome, detail } = ending
  await recordOperation(store, context, { type: 'EndOperation', operationId, outcome, detail })
  await endWork(pool, operationId, ending)
}

function endingOf(error: unknown, { target }: ClaimedWork, signal: AbortSignal): WorkEnding {
  if (signal.aborted || error instanceof RebuildCancelled) return { outcome: 'cancelled', detail: 'Se canceló.' }
  if (isUnreachable(error)) throw error
  const known = projectionFailure(error, target)
  if (known) return { outcome: 'failed', detail: known }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return { outcome: 'failed', detail: `Se detuvo por un error del programa: «${message.slice(0, 500)}».` }
}
