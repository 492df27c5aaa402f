// ops dead-letters list|retry|skip: rows of a projection that stand still because an event could not be applied.
import { NotFed } from '#backend/eventstore/projections/cut-over.ts'
import {
  listDeadLetters,
  NoSuchDeadLetter,
  retryDeadLetters,
  skipDeadLetter,
} from '#backend/eventstore/projections/dead-letters.ts'
import type { PoisonedEvent } from '#backend/eventstore/projections/projection.ts'
import { chosenProjection } from '#backend/ops/cli/chosen-projection.ts'
import {
  defineCommand,
  exitCodes,
  type OpsContext,
  OpsFailure,
  type Parsed,
  WrongUse,
} from '#backend/ops/cli/command.ts'

const options = {
  reason: { type: 'string', value: 'TEXTO', help: 'por qué se omite el evento (solo con skip, obligatorio)' },
} as const
type Given = Parsed<typeof options>

export const deadLettersCommand = defineCommand({
  name: 'dead-letters',
  summary:
    'Lista las filas apartadas (list), las intenta de nuevo (retry) u omite el evento que las detuvo (skip), lo que queda en el registro.',
  access: ({ operands: [action] }) => (action === 'list' ? 'looks' : 'changes'),
  operands: ['list|retry|skip', '[PROYECCIÓN]', '[FILA]', '[POSICIÓN]'],
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
  if (name !== undefined) chosenProjection(name)
  const letters = await listDeadLetters(ownerPool, name)
  for (const { projection, key, position, events, error } of letters)
    print(`${projection}, fila ${key}: posición ${position}, ${events} eventos en espera: «${error}»`)
  print(letters.length === 0 ? 'No hay filas apartadas.' : `Filas apartadas: ${letters.length}.`)
  emit(letters)
  return letters.length === 0 ? exitCodes.ok : exitCodes.differs
}

async function retry(
  { core, ownerPool, print, emit }: OpsContext,
  { operands: [, name, key] }: Given,
): Promise<number> {
  if (name === undefined) throw new WrongUse('retry necesita la PROYECCIÓN, como la muestra dead-letters list.')
  const projection = chosenProjection(name)
  const result = await retryDeadLetters({ pool: ownerPool, store: core.store, projection }, key ? [key] : undefined)
  if (result.recovered.length + result.stuck.length === 0) print('No había nada apartado.')
  tell(print, result)
  emit(result)
  return result.stuck.length === 0 ? exitCodes.ok : exitCodes.differs
}

async function skip({ core, ownerPool, print, emit }: OpsContext, given: Given): Promise<number> {
  const [, name, key, position] = given.operands
  const reason = given.options.reason?.trim()
  if (!name || !key || !position || !/^\d+$/.test(position))
    throw new WrongUse('skip necesita PROYECCIÓN, FILA y POSICIÓN, como los muestra dead-letters list.')
  const projection = chosenProjection(name)
  if (!reason) throw new WrongUse('skip necesita --reason con el motivo, que queda en el registro.')
  try {
    const letter = { key, position: Number(position), reason }
    const result = await skipDeadLetter({ pool: ownerPool, store: core.store, projection }, letter)
    print(`Omitido para siempre: posición ${position} en la fila ${key} de ${projection.name}.`)
    tell(print, result)
    emit(result)
    return result.stuck.length === 0 ? exitCodes.ok : exitCodes.differs
  } catch (error) {
    if (!(error instanceof NoSuchDeadLetter)) throw error
    throw new OpsFailure(`La fila ${key} de ${projection.name} no está detenida en la posición ${position}.`)
  }
}

function tell(print: (line: string) => void, result: { recovered: string[]; stuck: PoisonedEvent[] }): void {
  for (const key of result.recovered) print(`Recuperada: fila ${key}`)
  for (const { key, position, error } of result.stuck)
    print(`Sigue apartada: fila ${key}, posición ${position}: «${error}»`)
}
