import type { Wanted } from '#backend/domain/operation/operation.ts'
import { listDeadLetters, NoSuchDeadLetter, type Retried } from '#backend/eventstore/projections/parked/dead-letters.ts'
import type { PoisonedEvent } from '#backend/eventstore/projections/projection.ts'
import { JobQueue } from '#backend/jobs/queue.ts'
import { decideParked } from '#backend/operations/short-acts.ts'
import { defineCommand, failureOf, type OpsContext, OpsFailure, WrongUse } from '#backend/ops/cli/command.ts'
import { readProjection } from '#backend/ops/cli/values.ts'
import { jobReactor } from '#backend/policies/job-reactor.ts'
import { logError } from '#backend/telemetry/log.ts'

export const deadLettersCommand = defineCommand({
  name: 'dead-letters',
  summary:
    'Lista las filas y los streams apartados (list), los intenta de nuevo (retry) u omite el evento que los detuvo (skip), lo que queda en el registro.',
  access: ({ operands: [action] }) => (action === 'list' ? 'looks' : 'changes'),
  operands: ['list|retry|skip', '[NOMBRE]', '[FILA|STREAM]', '[POSICIÓN]'],
  options: { reason: ['TEXTO', 'por qué se omite el evento (solo con skip, obligatorio)'] },
  async run(context, { operands: [action = '', ...operands], options: { reason } }) {
    if (reason !== undefined && action !== 'skip') throw new WrongUse('--reason solo vale con skip.')
    if (action === 'list') return list(context, operands)
    if (action === 'retry') return retry(context, operands)
    if (action === 'skip') return skip(context, operands, reason?.trim())
    throw new WrongUse(`dead-letters no sabe ${action}: es list, retry o skip.`)
  },
})

type Operands = readonly string[]

async function list({ ownerPool, tell }: OpsContext, [name]: Operands): Promise<boolean> {
  if (name !== undefined && name !== reactorName) readProjection(name)
  const letters = await listDeadLetters(ownerPool, name)
  if (letters.length === 0) return tell(letters, 'No hay nada apartado.')
  const lines = letters.map(({ projection, position, events, error, ...letter }) => {
    const waiting = `${events} ${events === 1 ? 'evento' : 'eventos'} en espera`
    return `${projection}, ${shown(letter)}: posición ${position}, ${waiting}: «${error}»`
  })
  tell(letters, ...lines, `Apartados: ${letters.length}.`)
  return false
}

async function retry(context: OpsContext, [target, key]: Operands): Promise<boolean> {
  if (target === undefined) throw new WrongUse('retry necesita el NOMBRE, como lo muestra dead-letters list.')
  const result = await decide(context, { act: 'retry', target, key: key || null, position: null, reason: null })
  if (result.recovered.length + result.parked.length === 0) context.print('No había nada apartado.')
  return report(context, result)
}

async function skip(context: OpsContext, [target, key, position]: Operands, reason?: string): Promise<boolean> {
  if (!target || !key || !position || !/^\d+$/.test(position))
    throw new WrongUse('skip necesita NOMBRE, FILA o STREAM, y POSICIÓN, como los muestra dead-letters list.')
  if (!reason) throw new WrongUse('skip necesita --reason con el motivo, que queda en el registro.')
  const result = await decide(context, { act: 'skip', target, key, position: Number(position), reason })
  context.print(`Omitido para siempre: posición ${position} de ${key} en ${target}.`)
  return report(context, result)
}

const reactorName = 'jobs'

async function decide({ core: { pool, store }, ownerPool }: OpsContext, decision: Wanted): Promise<Retried> {
  const { target, key, position } = decision
  const isReactor = target === reactorName
  if (!isReactor) readProjection(target)
  const queue = new JobQueue(pool, (error) => logError('job queue', error))
  if (isReactor) await queue.start()
  try {
    return await decideParked({ ownerPool, store, reactor: jobReactor(queue) }, decision)
  } catch (error) {
    if (error instanceof NoSuchDeadLetter)
      throw new OpsFailure(`${key} de ${target} no está detenido en la posición ${position}.`)
    throw failureOf(error, target)
  } finally {
    if (isReactor) await queue.stop()
  }
}

function report({ tell }: OpsContext, result: Retried): boolean {
  const recovered = result.recovered.map((key) => `Recuperado: ${key}`)
  const parked = result.parked.map(
    ({ position, error, ...letter }) => `Sigue apartado: ${shown(letter)}, posición ${position}: «${error}»`,
  )
  return tell(result, ...recovered, ...parked) && parked.length === 0
}

function shown({ by, key }: Pick<PoisonedEvent, 'by' | 'key'>): string {
  return `${by === 'row' ? 'fila' : 'stream'} ${key}`
}
