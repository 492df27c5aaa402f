import type { Operations } from '#frontend/api.ts'
import { type Column, PanelTable } from '#frontend/features/panel/panel-table.tsx'
import { MomentCell } from '#frontend/ui/figures/moment-cell.tsx'
import { countText, durationText, nameOf } from './words.ts'

type Process = Operations['processes'][number]
type Health = NonNullable<Process['health']>

const roles: Readonly<Record<Health['role'], string>> = {
  both: 'Páginas y trabajos',
  web: 'Solo páginas',
  worker: 'Solo trabajos',
}
/** Seconds; processes report every five seconds. */
const silentAfter = 15
/** Event loop delay in milliseconds that callers would notice. */
const lateBy = 100

const unknown = <span className="text-muted">no se sabe</span>

export function Processes({ processes, subscriptions }: Pick<Operations, 'processes' | 'subscriptions'>) {
  const fedBy = (pid: number | null) =>
    pid === null ? [] : [...new Set(subscriptions.filter((one) => one.fedBy === pid).map((one) => nameOf(one.name)))]
  const columns: Column<Process>[] = [
    { name: 'Proceso', cell: (process) => <Named process={process} /> },
    { name: 'En marcha desde', cell: ({ since }) => <MomentCell at={since} /> },
    { name: 'Señal', cell: ({ seenSeconds }) => <Seen seconds={seenSeconds} /> },
    { name: 'Memoria', cell: ({ health }) => (health ? megabytes(health) : unknown), isNumber: true },
    { name: 'Demora', cell: ({ health }) => (health ? <Delay health={health} /> : unknown), isNumber: true },
    { name: 'Conexiones', cell: ({ health }) => (health ? <Pools health={health} /> : unknown), isNumber: true },
    {
      name: 'Ida y vuelta a la base',
      cell: ({ roundTripMs }) => (roundTripMs === null ? unknown : `hasta ${roundTripMs} ms`),
      isNumber: true,
    },
    { name: 'Alimenta', cell: ({ pid }) => <Feeds pid={pid} names={fedBy(pid)} /> },
  ]
  const none = 'Ningún proceso dio señales en el último minuto.'
  return <PanelTable {...{ label: 'Procesos', columns, none }} rows={processes} keyOf={({ id }) => id} />
}

function Named({ process: { health, pid, address } }: { process: Process }) {
  if (!health)
    return (
      <span title="No cuenta nada de sí mismo: es de otra versión">
        Conexión {pid}, {address ?? 'este equipo'}
      </span>
    )
  return (
    <div>
      <span className="font-medium">{roles[health.role]}</span>
      <span className="block text-sm break-all text-muted">
        {health.host}, {health.osPid} · versión {health.release}
      </span>
    </div>
  )
}

function Seen({ seconds }: { seconds: number }) {
  const isSilent = seconds > silentAfter
  return (
    <span className={isSilent ? 'font-semibold text-warn' : 'whitespace-nowrap'}>
      hace {durationText(seconds)}
      {isSilent && ', no contesta'}
    </span>
  )
}

const megabytes = ({ memoryBytes }: Health) => `${countText(Math.round(memoryBytes / 2 ** 20))} MB`

function Delay({ health: { loopDelayMs } }: { health: Health }) {
  return (
    <span
      className={loopDelayMs > lateBy ? 'font-semibold text-warn' : undefined}
      title="99 de cada 100 vueltas del proceso se atrasan menos que esto"
    >
      {countText(Math.round(loopDelayMs))} ms
    </span>
  )
}

function Pools({ health: { pools } }: { health: Health }) {
  const uses = Object.entries(pools)
  const sum = (part: 'most' | 'busy' | 'waiting') => uses.reduce((all, [, use]) => all + use[part], 0)
  const waiting = sum('waiting')
  return (
    <span title={uses.map(([name, { busy, most }]) => `${name}: ${busy} de ${most}`).join(', ')}>
      {sum('busy')} de {sum('most')}
      {waiting > 0 && <span className="font-semibold text-warn"> y {countText(waiting)} en espera</span>}
    </span>
  )
}

const inSight = 3

function Feeds({ pid, names }: { pid: number | null; names: readonly string[] }) {
  if (pid === null) return <span className="text-muted">nada: solo sirve páginas</span>
  if (names.length === 0) return <span className="text-muted">nada, está de reserva</span>
  if (names.length <= inSight) return names.join(', ')
  return (
    <details>
      <summary className="min-h-8 cursor-pointer content-center rounded">
        {names.slice(0, inSight - 1).join(', ')} y {names.length - inSight + 1} más
      </summary>
      {names.slice(inSight - 1).join(', ')}
    </details>
  )
}
