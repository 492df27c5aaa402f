import { CopyDiffers, movePartition, NotMovable } from '#backend/eventstore/log/partitions/move-partition.ts'
import {
  aheadOf,
  listPartitions,
  type Partition,
  readDivision,
  readPartitionSize,
  resizePartitions,
} from '#backend/eventstore/log/partitions/partitions.ts'
import type { Waited } from '#backend/eventstore/log/partitions/short-locks.ts'
import { AlreadySplit, leastPartitionSize, splitLog } from '#backend/eventstore/log/partitions/split-log.ts'
import { defineCommand, type OpsContext, OpsFailure, WrongUse } from '#backend/ops/cli/command.ts'
import { shortDuration, tableLines } from '#backend/ops/cli/table.ts'
import { ifGiven, readNumber } from '#backend/ops/cli/values.ts'

const usualSize = 10_000_000

export const partitionsCommand = defineCommand({
  name: 'partitions',
  summary:
    'Muestra las particiones del registro (list), empieza a partirlo (begin), cambia el tamaño de las que vienen (size) o lleva una que está llena a otro tablespace (move).',
  access: ({ operands: [action = 'list'] }) => (action === 'list' ? 'looks' : 'changes'),
  operands: ['[list|begin|size|move]', '[PARTICIÓN]'],
  options: {
    size: [
      'POSICIONES',
      `cuántas toma cada partición por venir, con begin y size (${usualSize} si no se dice con begin)`,
    ],
    tablespace: ['NOMBRE', 'a dónde va la partición, con move'],
  },
  run(context, { operands: [action = 'list', name], options }) {
    const size = ifGiven(options.size, (positions) => readNumber('--size', positions, leastPartitionSize))
    if (action === 'list') return list(context)
    if (action === 'begin') return begin(context, size)
    if (action === 'size') return resize(context, size)
    if (action === 'move') return move(context, name, options.tablespace)
    throw new WrongUse(`partitions no sabe ${action}: es list, begin, size o move.`)
  },
})

const undivided = 'El registro es una sola tabla. Se parte con: partitions begin'

async function list({ ownerPool, tell }: OpsContext): Promise<boolean> {
  const [partitions, size] = [await listPartitions(ownerPool), await readPartitionSize(ownerPool)]
  const lines =
    size === null
      ? [undivided, ...divisionLines(await readDivision(ownerPool))]
      : [...partitionLines(partitions), `Cada una por venir: ${size} posiciones. ${aheadLine(partitions)}`]
  return tell({ partitions, size, ahead: aheadOf(partitions) }, ...lines)
}

const heads = ['PARTICIÓN', 'DESDE', 'HASTA', 'EVENTOS', 'BYTES', 'TABLESPACE', 'ESTADO']
const stateNames = { full: 'llena', written: 'en uso', ahead: 'vacía', detached: 'separada: el registro no la lee' }

export function partitionLines(partitions: readonly Partition[], most = partitions.length): string[] {
  const older = partitions.filter(({ state }) => state !== 'detached').length - most
  const rows = [heads, ...partitions.slice(Math.max(0, older)).map(cells)]
  const lines = tableLines(rows, new Set([1, 2, 3, 4]))
  return older > 0 ? [...lines, `Otras ${older} más viejas: partitions list`] : lines
}

function cells({ name, first, upto, events, bytes, tablespace, state }: Partition): string[] {
  const numbers = [first, upto, events, bytes].map((value) => (value === null ? '-' : String(value)))
  return [name, ...numbers, tablespace, stateNames[state]]
}

export function aheadLine(partitions: readonly Partition[]): string {
  const ahead = aheadOf(partitions) ?? 0
  return `${ahead} ${ahead === 1 ? 'vacía' : 'vacías'} por delante.`
}

const divisionNames = {
  underway: 'El registro se está partiendo: partitions begin todavía trabaja.',
  left: 'Quedó algo de un partitions begin que se cortó. No impide nada, y un proceso de la tienda que hace trabajos lo quita apenas nadie lea el registro.',
}

export function divisionLines(division: 'underway' | 'left' | null): string[] {
  return division === null ? [] : [divisionNames[division]]
}

async function begin(context: OpsContext, size = usualSize): Promise<boolean> {
  const { ownerPool, tell } = context
  try {
    const upto = await splitLog(ownerPool, size, waitedBy(context))
    const first = `lo que había y lo que venga hasta la posición ${upto} es la primera partición`
    return tell({ upto, size }, `El registro está partido: ${first}.`)
  } catch (error) {
    if (error instanceof AlreadySplit) throw new OpsFailure('El registro ya está partido: lo muestra partitions list.')
    if ((await readDivision(ownerPool).catch(() => null)) !== null) context.note(divisionNames.left)
    throw error
  }
}

async function resize({ ownerPool, tell }: OpsContext, size: number | undefined): Promise<boolean> {
  if (size === undefined) throw new WrongUse('partitions size necesita --size con las posiciones de cada partición.')
  if (!(await resizePartitions(ownerPool, size))) throw new OpsFailure(undivided)
  return tell({ size }, `Las particiones que se agreguen de ahora en más toman ${size} posiciones cada una.`)
}

async function move(context: OpsContext, name?: string, tablespace?: string): Promise<boolean> {
  const { ownerPool, tell } = context
  if (name === undefined || tablespace === undefined)
    throw new WrongUse('partitions move necesita la PARTICIÓN, como la muestra partitions list, y --tablespace.')
  const { rowCount } = await ownerPool.query('select from pg_tablespace where spcname = $1', [tablespace])
  if (rowCount === 0)
    throw new WrongUse(`No hay ningún tablespace que se llame ${tablespace}: lo crea quien administra PostgreSQL.`)
  try {
    await movePartition(ownerPool, name, tablespace, waitedBy(context))
    return tell({ name, tablespace }, `${name}: está en ${tablespace}.`)
  } catch (error) {
    if (error instanceof NotMovable)
      throw new OpsFailure(`${name} no es una partición que esté llena: las que hay las muestra partitions list.`)
    if (error instanceof CopyDiffers)
      throw new OpsFailure(`La copia de ${name} no es como ella: quedó donde estaba. Hay que mirar los discos.`)
    throw error
  }
}

/** Names the sessions in the way on stderr whenever they change. */
function waitedBy({ signal, note }: OpsContext): Waited {
  let told = ''
  return {
    signal,
    waitsFor(holders) {
      const names = holders.map(({ name, seconds }) => `${name} (hace ${shortDuration(seconds)})`).join(', ')
      const line = `Espera un momento en que nadie trabaje con el registro${names && `; ahora lo hacen: ${names}`}.`
      const kind = holders.map(({ name }) => name).join()
      if (kind !== told || told === '') note(line)
      told = kind || '-'
    },
  }
}
