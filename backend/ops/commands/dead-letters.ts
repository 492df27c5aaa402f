// ops dead-letters list|retry|skip: parked rows and streams of projections and reactors.
import { NotFed } from '#backend/eventstore/projections/cut-over.ts'
import { listDeadLetters, NoSuchDeadLetter, type Retried } from '#backend/eventstore/projections/parked/dead-letters.ts'
import { retryDeadLetters, skipDeadLetter } from '#backend/eventstore/projections/parked/retry-rows.ts'
import type { PoisonedEvent } from '#backend/eventstore/projections/projection.ts'
import { retryReactions, skipReaction } from '#backend/eventstore/subscriptions/retry-reactions.ts'
import { JobQueue } from '#backend/jobs/queue.ts'
import { chosenProjection } from '#backend/ops/cli/chosen-projection.ts'
import {
  defineCommand,
  exitCodes,
  type OpsContext,
  OpsFailure,
  type Parsed,
  WrongUse,
} from '#backend/ops/cli/command.ts'
import { jobReactor } from '#backend/policies/job-reactor.ts'
import { logError } from '#backend/telemetry/log.ts'

const options = {
  reason: { type: 'string', value: 'TEXTO', help: 'por qué se omite el evento (solo con skip, obligatorio)' },
} as const
type Given = Parsed<typeof options>

export const deadLettersCommand = defineCommand({
  name: 'dead-letters',
  summary:
    'Lista las filas y los streams apartados (list), los intenta de nuevo (retry) u omite el evento que los detuvo (skip), lo que queda en el registro.',
  access: ({ operands: [action] }) => (action === 'list' ? 'looks' : 'changes'),
  operands: ['list|retry|skip', '[NOMBRE]', '[FILA|STREAM]', '[POSICIÓN]'],
  options,
  run(context, given) {
    const [action = ''] = given.operands
    if (given.options.reason !== undefined && action !== 'skip') throw new WrongUse('--reason solo vale con skip.')
    if (action === 'list') return list(context, given)
    if (action === 'retry') return ofThisVersion(retry(context, given))
    if (action === 'skip') return ofThisVersion(skip(context, given))
    throw new WrongUse(`dead-letters no sabe ${action}: es list, retry o skip.`)
  },
})

async function ofThisVersion(work: Promise<number>): Promise<number> {
  return work.catch((error: unknown) => {
    if (!(error instanceof NotFed)) throw error
    throw new OpsFailure(
      'Las filas que se muestran son de otra versión: hay que llamar a esto desde esa versión del programa.',
    )
  })
}

async function list({ ownerPool, print, emit }: OpsContext, { operands: [, name] }: Given): Promise<number> {
  if (name !== undefined && name !== reactorName) chosenProjection(name)
  const letters = await listDeadLetters(ownerPool, name)
  for (const letter of letters)
    print(
      `${letter.projection}, ${shown(letter)}: posición ${letter.position}, ${letter.events} ${letter.events === 1 ? 'evento' : 'eventos'} en espera: «${letter.error}»`,
    )
  print(letters.length === 0 ? 'No hay nada apartado.' : `Apartados: ${letters.length}.`)
  emit(letters)
  return letters.length === 0 ? exitCodes.ok : exitCodes.differs
}

async function retry(context: OpsContext, { operands: [, name, key] }: Given): Promise<number> {
  if (name === undefined) throw new WrongUse('retry necesita el NOMBRE, como lo muestra dead-letters list.')
  const keys = key ? [key] : undefined
  const result = await onSubscription(context, name, {
    projection: (parts) => retryDeadLetters(parts, keys),
    reactor: (parts) => retryReactions(parts, keys),
  })
  if (result.recovered.length + result.parked.length === 0) context.print('No había nada apartado.')
  return tell(context, result)
}

async function skip(context: OpsContext, given: Given): Promise<number> {
  const [, name, key, position] = given.operands
  const reason = given.options.reason?.trim()
  if (!name || !key || !position || !/^\d+$/.test(position))
    throw new WrongUse('skip necesita NOMBRE, FILA o STREAM, y POSICIÓN, como los muestra dead-letters list.')
  if (!reason) throw new WrongUse('skip necesita --reason con el motivo, que queda en el registro.')
  const letter = { key, position: Number(position), reason }
  try {
    const result = await onSubscription(context, name, {
      projection: (parts) => skipDeadLetter(parts, letter),
      reactor: (parts) => skipReaction(parts, letter),
    })
    context.print(`Omitido para siempre: posición ${position} de ${key} en ${name}.`)
    return tell(context, result)
  } catch (error) {
    if (!(error instanceof NoSuchDeadLetter)) throw error
    throw new OpsFailure(`${key} de ${name} no está detenido en la posición ${position}.`)
  }
}

const reactorName = 'jobs'

type Work = {
  projection(parts: Parameters<typeof retryDeadLetters>[0]): Promise<Retried>
  reactor(parts: Parameters<typeof retryReactions>[0]): Promise<Retried>
}

async function onSubscription({ core, ownerPool: pool }: OpsContext, name: string, work: Work): Promise<Retried> {
  const { store } = core
  if (name !== reactorName) return work.projection({ pool, store, projection: chosenProjection(name) })
  const queue = new JobQueue(core.pool, (error) => logError('job queue', error))
  await queue.start()
  try {
    return await work.reactor({ pool, store, reactor: jobReactor(queue) })
  } finally {
    await queue.stop()
  }
}

function tell({ print, emit }: OpsContext, result: Retried): number {
  for (const key of result.recovered) print(`Recuperado: ${key}`)
  for (const parked of result.parked)
    print(`Sigue apartado: ${shown(parked)}, posición ${parked.position}: «${parked.error}»`)
  emit(result)
  return result.parked.length === 0 ? exitCodes.ok : exitCodes.differs
}

function shown({ by, key }: PoisonedEvent): string {
  return `${by === 'row' ? 'fila' : 'stream'} ${key}`
}
