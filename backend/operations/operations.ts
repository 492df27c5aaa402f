// Performs admins' operations: records the actor, then acts here or enqueues a job.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { recordOperation } from '#backend/commands/changes.ts'
import type { DeadLetterView, WorkView } from '#backend/domain/operation/operation.contract.ts'
import type { Act } from '#backend/domain/operation/operation.limits.ts'
import type { Wanted } from '#backend/domain/operation/operation.ts'
import { listDeadLetters } from '#backend/eventstore/projections/parked/dead-letters.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import { projectionFailure } from './known-failure.ts'
import { type ActParts, checkTarget, doShort, OperationRefused, type ShortAct } from './short-acts.ts'
import { readOperationsStatus, type Watched } from './status.ts'
import { beginWork, endWork, findWork, placeWork } from './work.ts'
import { recordEnd } from './work-run.ts'

type Parts = ActParts &
  Watched & {
    pool: pg.Pool
    enqueue: (workId: string, correlation: string) => Promise<void>
  }
export type Operations = ReturnType<typeof openOperations>
const mostLetters = 100

export function openOperations(parts: Parts) {
  let turn: Promise<unknown> = Promise.resolve()
  return {
    status: () => readOperationsStatus(parts),
    work: (id: string) => findWork(parts.reads, id),
    async deadLetters(): Promise<DeadLetterView[]> {
      const letters = await listDeadLetters(parts.reads)
      return letters.slice(0, mostLetters).map(({ at, ...letter }) => ({ ...letter, at: at.toISOString() }))
    },
    /** Throws Rejection not_found, or OperationRefused if the state forbids the act. */
    async perform(context: ShopContext, act: Act, wanted: Wanted): Promise<WorkView> {
      checkTarget(act, wanted.target, parts.reactor)
      const id = randomUUID()
      if (isLong(act)) await start(parts, context, id, wanted)
      else {
        // Runs one at a time, since each takes several connections.
        const own = turn.then(() => perform(parts, context, id, act, wanted))
        turn = own.catch(() => undefined)
        await own
      }
      return (await findWork(parts.pool, id)) as WorkView
    },
  }
}

function isLong(act: Act): act is Exclude<Act, ShortAct> {
  return act === 'dry-run' || act === 'rebuild' || act === 'hold' || act === 'verify'
}

async function start(parts: Parts, context: ShopContext, id: string, wanted: Wanted): Promise<void> {
  const { pool, store, enqueue } = parts
  const { act, target } = wanted
  if (!(await beginWork(pool, { id, act, target, actor: context.actor, isLong: true })))
    throw new OperationRefused('Ya hay una tarea en curso sobre lo mismo: esperá a que termine, o cancelala.')
  try {
    const request = { type: 'RequestOperation', operationId: id, ...wanted } as const
    await placeWork(pool, id, (await recordOperation(store, context, request)).position)
    await enqueue(id, context.correlation)
  } catch (error) {
    await endWork(pool, id, { outcome: 'failed', detail: 'No se pudo empezar.' }).catch(() => undefined)
    throw error
  }
}

async function perform(parts: Parts, context: ShopContext, id: string, act: ShortAct, wanted: Wanted): Promise<void> {
  await beginWork(parts.pool, { id, act, target: wanted.target, actor: context.actor, isLong: false })
  const request = { type: 'RequestOperation', operationId: id, ...wanted } as const
  const { position: causation } = await recordOperation(parts.store, context, request)
  const { actor, correlation } = context
  try {
    await recordEnd(parts, context, id, await doShort(parts, act, wanted, { actor, correlation, causation }))
  } catch (error) {
    const sentence = error instanceof OperationRefused ? error.message : projectionFailure(error, wanted.target)
    await recordEnd(parts, context, id, {
      outcome: 'failed',
      detail: sentence ?? 'Se detuvo por un error del programa.',
    })
    throw sentence === undefined ? error : new OperationRefused(sentence)
  }
}
