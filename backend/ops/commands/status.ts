import type { ReplicaReport, ReplicaState } from '#backend/db/replicas/replicas.ts'
import type { ProcessHealth, ProcessView, SubscriptionView } from '#backend/domain/operation/operation.contract.ts'
import {
  aheadOf,
  type Partition,
  partitionsAhead,
  readDivision,
} from '#backend/eventstore/log/partitions/partitions.ts'
import { countFailedJobs } from '#backend/jobs/failed-jobs.ts'
import { readOperationsStatus } from '#backend/operations/status.ts'
import { defineCommand } from '#backend/ops/cli/command.ts'
import { shortDuration, tableLines } from '#backend/ops/cli/table.ts'
import { ifGiven, readNumber } from '#backend/ops/cli/values.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { aheadLine, divisionLines, partitionLines } from './partitions.ts'

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'Muestra hasta dónde llegó cada proyección y cada reactor, quién los alimenta y a qué ritmo.',
  access: 'looks',
  options: {
    'max-lag': [
      'SEGUNDOS',
      'termina en 1 y dice por qué, si algo que se muestra está más atrás, en pausa, sin filas, sin alimentar o con eventos apartados',
    ],
  },
  async run({ core: { store, replicas: standbys }, ownerPool, tell }, { options: { 'max-lag': given } }) {
    const most = ifGiven(given, (seconds) => readNumber('--max-lag', seconds, 0))
    await standbys.looked()
    const status = await readOperationsStatus({ reads: ownerPool, store, replicas: standbys })
    const { head, subscriptions: rows, processes, replicas, partitions } = status
    const missing = projections.map(({ name }) => name).filter((name) => !rows.some((row) => isLive(row, name)))
    const division = await readDivision(ownerPool)
    const late = [...lateOnes(rows, missing, most ?? usualLag), ...lateParts(partitions, division)]
    const failedJobs = await countFailedJobs(ownerPool)
    const found = { ...status, division, failedJobs, partitionsAhead: aheadOf(partitions) }
    tell(
      most === undefined ? found : { ...found, late },
      sizeLine(head, partitions),
      ...tableLines([Object.keys(columns), ...rows.map(cells)], toTheRight),
      ...missing.map((name) => `${name}: sin filas; se hacen al arrancar la tienda o con rebuild ${name}`),
      ...rows.filter(isInterrupted).map(({ name }) => `${name}: ${interrupted(name)}`),
      ...olderVersions(rows),
      ...processLines(processes, rows),
      ...replicaLines(replicas),
      ...(partitions.length > 0 ? partitionLines(partitions, partitionsShown) : []),
      ...divisionLines(division),
      ...(failedJobs > 0 ? [`Trabajos fallidos, que nadie intenta más: ${failedJobs}; los muestra jobs list`] : []),
      verdict(late),
    )
    return failedJobs === 0 && (late.length === 0 || most === undefined)
  },
})

function sizeLine(head: number, partitions: readonly Partition[]): string {
  if (aheadOf(partitions) === null) return `Eventos: ${head}`
  const holding = partitions.filter(({ state }) => state === 'full' || state === 'written')
  return `Eventos: ${head}, en ${holding.length} particiones; ${aheadLine(partitions)}`
}

const interrupted = (name: string) =>
  `reconstrucción interrumpida; la sigue rebuild ${name}, la deshace rebuild ${name} --cancel`

const partitionsShown = 6

function lateParts(partitions: readonly Partition[], division: 'underway' | 'left' | null): Late[] {
  const [late, ahead]: [Late[], number | null] = [[], aheadOf(partitions)]
  if (ahead !== null && ahead < partitionsAhead)
    late.push({ name: 'el registro', why: `${ahead} particiones por delante, corresponden ${partitionsAhead}` })
  for (const { name, state } of partitions) if (state === 'detached') late.push({ name, why: 'separada del registro' })
  if (division === 'left') late.push({ name: 'el registro', why: 'un partitions begin se cortó' })
  return late
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

function processLines(processes: readonly ProcessView[], rows: readonly SubscriptionView[]): string[] {
  return processes.map(({ pid, address, roundTripMs, seenSeconds, health }) => {
    const fed = rows.filter((row) => row.fedBy !== null && row.fedBy === pid).length
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

function isLive(row: SubscriptionView, name: string): boolean {
  return row.name === name && row.state === 'live'
}

function isInterrupted(row: SubscriptionView): boolean {
  return row.state === 'building' && row.heartbeatSeconds === null
}

/** Live versions older than this release's: a rebuild failed, or an operator rolled back. */
function olderVersions(rows: readonly SubscriptionView[]): string[] {
  return rows.flatMap(({ name, state, version, codeVersion }) => {
    const versions = `se muestra la versión ${version}, y este programa es de la ${codeVersion}`
    const isOlder = state === 'live' && codeVersion !== null && version < codeVersion
    return isOlder ? [`${name}: ${versions}; la hace rebuild ${name}, o dice qué lo impide`] : []
  })
}

function isForeign({ kind, codeVersion }: SubscriptionView): boolean {
  return kind === 'projection' && codeVersion === null
}

type Late = { name: string; why: string }

function lateOnes(rows: readonly SubscriptionView[], missing: readonly string[], most: number): Late[] {
  const late = missing.map((name) => ({ name, why: 'sin filas' }))
  for (const row of rows.filter((one) => one.state === 'live' && !isForeign(one))) {
    const why = whyLate(row, most)
    if (why !== null) late.push({ name: row.name, why })
  }
  return late
}

function whyLate(row: SubscriptionView, most: number): string | null {
  if (row.paused) return 'en pausa'
  if (row.heartbeatSeconds === null) return 'sin alimentar'
  if (row.parked > 0) return row.parked === 1 ? '1 evento apartado' : `${row.parked} eventos apartados`
  return row.lag > 0 && row.lagSeconds > most ? `${shortDuration(row.lagSeconds)} atrás` : null
}

const columns: Readonly<Record<string, (row: SubscriptionView) => string>> = {
  NOMBRE: ({ name }) => name,
  GENERACIÓN: ({ generation }) => String(generation),
  TIPO: ({ kind }) => (kind === 'projection' ? 'proyección' : 'reactor'),
  VERSIÓN: ({ version }) => String(version),
  POSICIÓN: ({ position }) => String(position),
  ATRASO: ({ lag }) => String(lag),
  TIEMPO: ({ lag, lagSeconds: seconds }) => (lag === 0 ? '-' : shortDuration(seconds)),
  RITMO: ({ rate }) => (rate === null ? '-' : `${rate}/s`),
  APARTADOS: ({ parked }) => String(parked),
  SEÑAL: ({ heartbeatSeconds: seconds }) => (seconds === null ? 'nadie' : `hace ${shortDuration(seconds)}`),
  ESTADO: stateText,
}
const toTheRight = new Set([1, 3, 4, 5, 6, 7, 8, 9])

function cells(row: SubscriptionView): string[] {
  return Object.values(columns).map((cell) => cell(row))
}

const stateNames = { building: 'en construcción', ready: 'lista, sin mostrar', live: 'en uso', kept: 'anterior' }

function stateText(row: SubscriptionView): string {
  const share = row.target > 0 ? Math.floor((100 * row.position) / row.target) : 100
  const parts = [isInterrupted(row) ? 'interrumpida' : stateNames[row.state]]
  if (row.state === 'building') parts[0] += ` ${share} %`
  if (row.keptSeconds !== null)
    parts.push(row.keptSeconds > 0 ? `${shortDuration(row.keptSeconds)} más` : 'ya no se alimenta')
  if (row.paused) parts.push('en pausa')
  if (isForeign(row)) parts.push('de otro programa')
  if (row.etaSeconds !== null) parts.push(`faltan ${shortDuration(row.etaSeconds)}`)
  return parts.join(', ')
}
