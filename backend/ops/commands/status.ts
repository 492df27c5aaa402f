// ops status: shows the position, feeder and speed of every projection and reactor.
import type { ReplicaReport, ReplicaState } from '#backend/db/replicas/replicas.ts'
import type { ProcessHealth, ProcessView } from '#backend/domain/operation/operation.contract.ts'
import {
  aheadOf,
  type PartitionReport,
  partitionsAhead,
  readDivision,
  reportPartitions,
} from '#backend/eventstore/log/partitions/partitions.ts'
import {
  readSubscriptionStatus,
  type SubscriptionStatus,
} from '#backend/eventstore/subscriptions/subscription-status.ts'
import { countFailedJobs } from '#backend/jobs/failed-jobs.ts'
import { readProcesses } from '#backend/operations/processes.ts'
import { defineCommand, exitCodes } from '#backend/ops/cli/command.ts'
import { shortDuration, tableLines } from '#backend/ops/cli/table.ts'
import { readNumber } from '#backend/ops/cli/values.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { aheadLine, divisionLines, partitionLines } from './partitions.ts'

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'Muestra hasta dónde llegó cada proyección y cada reactor, quién los alimenta y a qué ritmo.',
  access: 'looks',
  operands: [],
  options: {
    'max-lag': {
      type: 'string',
      value: 'SEGUNDOS',
      help: 'termina en 1 y dice por qué, si algo que se muestra está más atrás, en pausa, sin filas, sin alimentar o con eventos apartados',
    },
  },
  async run({ core, ownerPool, print, emit }, { options: { 'max-lag': given } }) {
    const most = given === undefined ? undefined : readNumber('--max-lag', given, 0)
    const head = await core.store.head()
    const rows = await readSubscriptionStatus(ownerPool)
    const processes = await readProcesses(ownerPool)
    const missing = projections.map(({ name }) => name).filter((name) => !rows.some((row) => isLive(row, name)))
    const late = lateOnes(rows, missing, most ?? usualLag)
    await core.replicas.looked()
    const replicas = core.replicas.report()
    const partitions = await reportPartitions(ownerPool)
    const ahead = aheadOf(partitions)
    const division = await readDivision(ownerPool)
    late.push(...lateParts(partitions, division))
    const failedJobs = await countFailedJobs(ownerPool)
    const holding = partitions.filter(({ state }) => state === 'full' || state === 'written')
    emit({
      head,
      subscriptions: rows,
      processes,
      replicas,
      partitions,
      partitionsAhead: ahead,
      division,
      failedJobs,
      ...(most !== undefined && { late }),
    })
    print(`Eventos: ${head}${ahead === null ? '' : `, en ${holding.length} particiones; ${aheadLine(partitions)}`}`)
    for (const line of tableLines([heads, ...rows.map(cells)], toTheRight)) print(line)
    for (const name of missing) print(`${name}: sin filas; se hacen al arrancar la tienda o con rebuild ${name}`)
    for (const { name } of rows.filter(isInterrupted))
      print(`${name}: reconstrucción interrumpida; la sigue rebuild ${name}, la deshace rebuild ${name} --cancel`)
    for (const line of olderVersions(rows)) print(line)
    for (const line of [...processLines(processes, rows), ...replicaLines(replicas)]) print(line)
    if (partitions.length > 0) for (const line of partitionLines(partitions, partitionsShown)) print(line)
    for (const line of divisionLines(division)) print(line)
    if (failedJobs > 0) print(`Trabajos fallidos, que nadie intenta más: ${failedJobs}; los muestra jobs list`)
    print(verdict(late))
    const isFine = failedJobs === 0 && (late.length === 0 || most === undefined)
    return isFine ? exitCodes.ok : exitCodes.differs
  },
})

const partitionsShown = 6

function lateParts(partitions: readonly PartitionReport[], division: 'underway' | 'left' | null): Late[] {
  const ahead = aheadOf(partitions)
  const detached = partitions.filter(({ state }) => state === 'detached')
  return [
    ...(ahead !== null && ahead < partitionsAhead
      ? [{ name: 'el registro', why: `${ahead} particiones por delante, corresponden ${partitionsAhead}` }]
      : []),
    ...detached.map(({ name }) => ({ name, why: 'separada del registro' })),
    ...(division === 'left' ? [{ name: 'el registro', why: 'un partitions begin se cortó' }] : []),
  ]
}

const usualLag = 60

function verdict(late: readonly Late[]): string {
  if (late.length === 0) return 'Todo lo que se muestra está al día.'
  return `Fuera de lo admitido: ${late.map(({ name, why }) => `${name} (${why})`).join(', ')}`
}

const replicaStates: Readonly<Record<ReplicaState, string>> = {
  used: 'en uso',
  away: 'no contesta',
  promoted: 'ya no es una réplica',
  foreign: 'es de otra base',
  ahead: 'tiene lo que la base principal perdió: hay que hacerla de nuevo',
  late: 'atrasada',
}

function replicaLines(replicas: readonly ReplicaReport[]): string[] {
  return replicas.map(({ name, state, lagSeconds }) => {
    const age = lagSeconds === null ? '' : `, como mucho ${shortDuration(lagSeconds)} atrás`
    return `Réplica ${name}: ${replicaStates[state]}${age}`
  })
}

function processLines(processes: readonly ProcessView[], rows: readonly SubscriptionStatus[]): string[] {
  return processes.map(({ pid, address, roundTripMs, seenSeconds, health }) => {
    const fed = rows.filter((row) => row.fed_by !== null && row.fed_by === pid).length
    const does = pid === null ? 'sirve páginas' : fed > 0 ? `alimenta ${fed}` : 'de reserva'
    const way = roundTripMs === null ? [] : [`a no más de ${roundTripMs} ms de la base`]
    const where = health ? `${health.host}, proceso ${health.osPid}` : `conexión ${pid}, ${address ?? 'este equipo'}`
    return [
      `Proceso ${where}: ${does}`,
      ...(health ? healthParts(health) : []),
      ...way,
      `señal hace ${shortDuration(seenSeconds)}`,
    ].join(', ')
  })
}

const roleNames: Readonly<Record<ProcessHealth['role'], string>> = {
  both: 'páginas y trabajos',
  web: 'solo páginas',
  worker: 'solo trabajos',
}

function healthParts({ role, release, memoryBytes, loopDelayMs, pools }: ProcessHealth): string[] {
  const uses = Object.values(pools)
  const sum = (part: 'most' | 'busy' | 'waiting') => uses.reduce((all, use) => all + use[part], 0)
  const waiting = sum('waiting')
  return [
    ...[roleNames[role], `versión ${release}`, `${Math.round(memoryBytes / 2 ** 20)} MB`],
    `demora ${Math.round(loopDelayMs)} ms`,
    `conexiones ${sum('busy')} de ${sum('most')}${waiting > 0 ? ` y ${waiting} en espera` : ''}`,
  ]
}

function isLive(row: SubscriptionStatus, name: string): boolean {
  return row.name === name && row.state === 'live'
}

function isInterrupted(row: SubscriptionStatus): boolean {
  return row.state === 'building' && row.heartbeat_seconds === null
}

/** Live versions older than this release's: a rebuild failed, or an operator rolled back. */
function olderVersions(rows: readonly SubscriptionStatus[]): string[] {
  return projections.flatMap(({ name, version }) => {
    const live = rows.find((row) => isLive(row, name))
    if (!live || live.version >= version) return []
    return [
      `${name}: se muestra la versión ${live.version}, y este programa es de la ${version}; la hace rebuild ${name}, o dice qué lo impide`,
    ]
  })
}

/** A projection that only another release knows. */
function isForeign({ kind, name }: SubscriptionStatus): boolean {
  return kind === 'projection' && !projections.some((projection) => projection.name === name)
}

type Late = { name: string; why: string }

/** Ignores other releases' projections. */
function lateOnes(rows: readonly SubscriptionStatus[], missing: readonly string[], most: number): Late[] {
  const shown = rows.filter((row) => row.state === 'live' && !isForeign(row))
  return [
    ...missing.map((name) => ({ name, why: 'sin filas' })),
    ...shown.flatMap((row) => {
      const why = whyLate(row, most)
      return why === null ? [] : [{ name: row.name, why }]
    }),
  ]
}

function whyLate(row: SubscriptionStatus, most: number): string | null {
  if (row.paused) return 'en pausa'
  if (row.heartbeat_seconds === null) return 'sin alimentar'
  if (row.parked > 0) return row.parked === 1 ? '1 evento apartado' : `${row.parked} eventos apartados`
  return row.lag > 0 && row.lag_seconds > most ? `${shortDuration(row.lag_seconds)} atrás` : null
}

const heads = [
  'NOMBRE',
  'GENERACIÓN',
  'TIPO',
  'VERSIÓN',
  'POSICIÓN',
  'ATRASO',
  'TIEMPO',
  'RITMO',
  'APARTADOS',
  'SEÑAL',
  'ESTADO',
]
const toTheRight = new Set([1, 3, 4, 5, 6, 7, 8, 9])

function cells(row: SubscriptionStatus): string[] {
  return [
    row.name,
    String(row.generation),
    row.kind === 'projection' ? 'proyección' : 'reactor',
    String(row.version),
    String(row.reached),
    String(row.lag),
    row.lag === 0 ? '-' : shortDuration(row.lag_seconds),
    row.rate === null ? '-' : `${row.rate}/s`,
    String(row.parked),
    row.heartbeat_seconds === null ? 'nadie' : `hace ${shortDuration(row.heartbeat_seconds)}`,
    stateText(row),
  ]
}

const stateNames = { building: 'en construcción', ready: 'lista, sin mostrar', live: 'en uso', kept: 'anterior' }

function stateText(row: SubscriptionStatus): string {
  const share = row.target > 0 ? Math.floor((100 * row.reached) / row.target) : 100
  const parts = [isInterrupted(row) ? 'interrumpida' : stateNames[row.state]]
  if (row.state === 'building') parts[0] += ` ${share} %`
  if (row.kept_seconds !== null)
    parts.push(row.kept_seconds > 0 ? `${shortDuration(row.kept_seconds)} más` : 'ya no se alimenta')
  if (row.paused) parts.push('en pausa')
  if (isForeign(row)) parts.push('de otro programa')
  if (row.rate && row.lag > 0) parts.push(`faltan ${shortDuration(Math.ceil(row.lag / row.rate))}`)
  return parts.join(', ')
}
