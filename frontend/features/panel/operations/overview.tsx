import type { Operations } from '#frontend/api.ts'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { troubleOf } from './subscription-badge.tsx'
import { countText } from './words.ts'

const tile = 'cut-lg border bg-surface p-4'

type Tile = { name: string; value: string; note: string; isBad?: boolean }

function tilesOf({ head, subscriptions, processes, queues, partitions }: Operations): Tile[] {
  const shown = subscriptions.filter(({ state }) => state === 'live')
  const troubled = shown.filter((row) => troubleOf(row) !== null)
  const lag = Math.max(0, ...shown.map((row) => row.lag))
  const isBroken = partitions.some(({ state }) => state === 'detached')
  const failed = queues.reduce((sum, queue) => sum + queue.failed + queue.retrying, 0)
  return [
    {
      name: 'Registro',
      value: countText(head),
      note: isBroken ? 'hay una partición separada' : head === 1 ? 'evento' : 'eventos',
      isBad: isBroken,
    },
    {
      name: 'Lo que se muestra',
      value: troubled.length === 0 ? 'En orden' : `${troubled.length} con problemas`,
      note: lag === 0 ? 'todo al día' : `hasta ${countText(lag)} ${lag === 1 ? 'evento' : 'eventos'} atrás`,
      isBad: troubled.length > 0,
    },
    {
      name: 'Procesos',
      value: countText(processes.length),
      note: processes.length === 1 ? 'sin reserva' : 'uno alimenta, los otros son reserva',
      isBad: processes.length === 0,
    },
    {
      name: 'Trabajos con fallas',
      value: countText(failed),
      note: failed === 0 ? 'ninguno se reintenta' : 'mirá la cola, más abajo',
      isBad: failed > 0,
    },
  ]
}

/** `onVerdict`: opens the last verification, if there was one. */
export function Overview({ status, onVerdict }: { status: Operations; onVerdict?: (() => void) | undefined }) {
  const { lastVerify } = status
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-5">
      {tilesOf(status).map(({ name, value, note, isBad }) => (
        <div key={name} className={`${tile} ${isBad ? 'border-bad/60' : 'border-line'}`}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd className={`mt-1 font-display text-xl font-semibold tabular-nums ${isBad ? 'text-bad' : ''}`}>{value}</dd>
          <dd className="mt-0.5 text-sm text-muted">{note}</dd>
        </div>
      ))}
      <div className={`${tile} ${lastVerify?.state === 'differs' ? 'border-bad/60' : 'border-line'} max-lg:col-span-2`}>
        <dt className="text-sm text-muted">Última verificación</dt>
        <dd className={`mt-1 font-display text-xl font-semibold ${lastVerify?.state === 'differs' ? 'text-bad' : ''}`}>
          {lastVerify ? (lastVerify.state === 'done' ? 'Todo coincide' : lastVerify.detail) : 'Ninguna'}
        </dd>
        <dd className="mt-0.5 text-sm text-muted">
          {lastVerify?.endedAt && onVerdict ? (
            <button type="button" onClick={onVerdict} className="text-left underline hover:text-text">
              {formatMoment(lastVerify.endedAt)}, ver qué se miró
            </button>
          ) : (
            'desde el panel'
          )}
        </dd>
      </div>
    </dl>
  )
}
