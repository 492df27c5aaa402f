// Acts that finish while the caller waits: cut-over, pause, retry.
import type pg from 'pg'
import type { Act } from '#backend/domain/operation/operation.limits.ts'
import type { Wanted } from '#backend/domain/operation/operation.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { listGenerations } from '#backend/eventstore/projections/generation.ts'
import { type Actor, NoSuchDeadLetter, type Retried } from '#backend/eventstore/projections/parked/dead-letters.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import { cancelRebuild, rebuild, rollback, setPaused } from '#backend/eventstore/projections/rebuild.ts'
import { retryDeadLetters, skipDeadLetter } from '#backend/eventstore/subscriptions/parked/retry.ts'
import type { Reactor } from '#backend/eventstore/subscriptions/subscription.ts'
import { changeFailedJob } from '#backend/jobs/failed-jobs.ts'
import { names as jobNames } from '#backend/jobs/queue.ts'
import { projections } from '#backend/readmodels/projections.ts'
import type { ShopStore } from '#backend/shop-store.ts'
import { projectionNamed } from './projection-tasks.ts'
import { askToStop, endWork, findOpenWork, type WorkEnding } from './work.ts'
import type { LongAct } from './work-run.ts'

export type ShortAct = Exclude<Act, LongAct>
export type ActParts = {
  ownerPool: pg.Pool
  store: ShopStore
  reactor: Reactor
}

/** The state forbids the act; the message is one Spanish sentence. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused'
}

const maxBusyMs = 5000

/** Throws Rejection not_found for an unknown name. */
export function checkTarget(act: Act, name: string, reactor: Reactor): void {
  if (act === 'retry-job' || act === 'drop-job' ? isJob(name) : act === 'verify' ? name === 'all' : isProjection(name))
    return
  const isForReactors = act === 'pause' || act === 'resume' || act === 'retry' || act === 'skip'
  if (!isForReactors || name !== reactor.name) throw new Rejection('not_found')
}

const isJob = (name: string) => (jobNames as readonly string[]).includes(name)
const isProjection = (name: string) => projections.some((one) => one.name === name)

export async function doShort(parts: ActParts, act: ShortAct, wanted: Wanted, by: Actor): Promise<WorkEnding> {
  const { ownerPool: pool, store } = parts
  const { target, key } = wanted
  switch (act) {
    case 'pause':
    case 'resume':
      await setPaused(pool, target, act === 'pause')
      return done(act === 'pause' ? 'En pausa: sus filas quedan como están.' : 'En marcha otra vez.')
    case 'cancel':
      return cancel(pool, target)
    case 'cut-over':
      return cutOver(parts, projectionNamed(target))
    case 'rollback': {
      const { generation, version } = await rollback({ pool, store, projection: projectionNamed(target), maxBusyMs })
      return done(`Se muestra la generación ${generation}, de la versión ${version}.`)
    }
    case 'retry-job':
    case 'drop-job':
      return decideJob(pool, act, target, key ?? '')
    case 'retry':
    case 'skip':
      return tryAgain(parts, wanted, by)
  }
}

function done(detail: string): WorkEnding {
  return { outcome: 'done', detail }
}

export async function decideJob(
  pool: pg.Pool,
  act: 'retry-job' | 'drop-job',
  name: string,
  id: string,
): Promise<WorkEnding> {
  const isDone = await changeFailedJob(pool, act, name, id)
  if (!isDone) throw new OperationRefused('Ese trabajo ya no está entre los fallidos.')
  return done(act === 'retry-job' ? 'Se intenta otra vez.' : 'Se descartó: no se hace más.')
}

/** Asks a running process to stop and undo its work; drops abandoned work here. */
async function cancel(pool: pg.Pool, target: string): Promise<WorkEnding> {
  const open = await findOpenWork(pool, target)
  if (open?.state === 'running' && !open.isSilent) {
    await askToStop(pool, open.id)
    return done('Se pidió que pare: lo hecho se deshace.')
  }
  if (open) await endWork(pool, open.id, { outcome: 'cancelled', detail: 'Se canceló.' })
  const isRemoved = await cancelRebuild(pool, target)
  if (!open && !isRemoved) throw new OperationRefused('No había nada que cancelar.')
  return done('Se canceló.')
}

async function cutOver({ ownerPool: pool, store }: ActParts, projection: Projection): Promise<WorkEnding> {
  const generations = await listGenerations(pool, projection.name)
  if (!generations.some(({ state, version }) => state === 'ready' && version === projection.version))
    throw new OperationRefused('No hay filas nuevas listas para mostrar.')
  const { generation, rows } = await rebuild({ pool, store, projection, maxBusyMs })
  return done(`Se muestra la generación ${generation.generation}, con ${rows} filas.`)
}

/** Retries what is parked of a projection or the reactor, or skips an event. Throws NoSuchDeadLetter and NotFed. */
export function decideParked(
  { ownerPool: pool, store, reactor }: ActParts,
  { act, target, key, position, reason }: Wanted,
  by?: Actor,
): Promise<Retried> {
  const letter = { key: key ?? '', position: position ?? 0, reason: reason ?? '' }
  const keys = key === null ? undefined : [key]
  const subscription = target === reactor.name ? reactor : projectionNamed(target)
  const of = { pool, store, subscription, by }
  return act === 'skip' ? skipDeadLetter(of, letter) : retryDeadLetters(of, keys)
}

async function tryAgain(parts: ActParts, wanted: Wanted, by: Actor): Promise<WorkEnding> {
  const { recovered, parked } = await decideParked(parts, wanted, by).catch((error: unknown) => {
    if (!(error instanceof NoSuchDeadLetter)) throw error
    throw new OperationRefused('Eso ya no está detenido en esa posición.')
  })
  if (recovered.length + parked.length === 0) throw new OperationRefused('No había nada apartado.')
  const texts = [
    recovered.length > 0 ? `Recuperado: ${recovered.slice(0, 5).join(', ')}` : 'Nada se recuperó',
    ...parked.slice(0, 3).map((one) => `sigue apartado ${one.key} en la posición ${one.position}: «${one.error}»`),
  ]
  return { outcome: parked.length > 0 ? 'differs' : 'done', detail: `${texts.join('; ')}.` }
}
