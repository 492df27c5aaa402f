import type { ReactNode } from 'react'
import type { Operations } from '#frontend/api.ts'
import { EventPlace } from '#frontend/features/panel/audit/event-place.tsx'
import { type Column, PanelTable } from '#frontend/features/panel/panel-table.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { MomentCell } from '#frontend/ui/figures/moment-cell.tsx'
import type { Asked } from './operations.queries.ts'
import { actorText, countText, durationText, jobText, nameOf } from './words.ts'

export function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-10">
      <h2 className="text-xl font-semibold">{title}</h2>
      {note && <p className="mt-1 text-sm text-muted">{note}</p>}
      <div className="cut-lg mt-4 overflow-x-auto border border-line bg-surface">{children}</div>
    </section>
  )
}

type DecisionProps = { name: string; drop: string; dropName: string; onRetry: () => void; onDrop: () => void }

/** Tries again what failed, or gives it up. `name`, `dropName`: what each button is about. */
export function Decisions({ name, drop, dropName, onRetry, onDrop }: DecisionProps) {
  return (
    <span className="flex flex-wrap gap-2">
      <Button look="outline" aria-label={name} onClick={onRetry}>
        Reintentar
      </Button>
      <Button look="danger" aria-label={dropName} onClick={onDrop}>
        {drop}
      </Button>
    </span>
  )
}

type Replica = Operations['replicas'][number]

const replicaStates: Readonly<Record<Replica['state'], { name: string; tone: string }>> = {
  used: { name: 'En uso', tone: 'text-ok' },
  late: { name: 'Atrasada: sus páginas salen de la principal', tone: 'text-warn' },
  away: { name: 'No contesta: sus páginas salen de la principal', tone: 'text-bad' },
  promoted: { name: 'Ya no es una réplica', tone: 'text-bad' },
  foreign: { name: 'Es de otra base', tone: 'text-bad' },
  ahead: { name: 'Tiene lo que la principal perdió: hay que hacerla de nuevo', tone: 'text-bad' },
}

const replicaColumns: readonly Column<Replica>[] = [
  { name: 'Servidor', cell: ({ name }) => <span className="font-medium break-all">{name}</span> },
  {
    name: 'Estado',
    cell: ({ state }) => (
      <span className={`font-semibold ${replicaStates[state].tone}`}>{replicaStates[state].name}</span>
    ),
  },
  {
    name: 'Atraso',
    cell: ({ lagSeconds }) => (lagSeconds === null ? 'no se sabe' : `como mucho ${durationText(lagSeconds)}`),
    isNumber: true,
  },
]

export function ReplicaList({ replicas }: Pick<Operations, 'replicas'>) {
  const none = 'Todo se lee de la base principal: no hay réplicas.'
  return <PanelTable {...{ label: 'Réplicas', columns: replicaColumns, none }} rows={replicas} keyOf={nameIn} />
}

const nameIn = ({ name }: { name: string }) => name

/** Also shows the technical name, for searching the process's log. */
function Job({ name }: { name: string }) {
  const text = jobText(name)
  return (
    <span className="block">
      <span className="block font-medium">{text ?? name}</span>
      {text && <span className="block text-xs text-muted">{name}</span>}
    </span>
  )
}

const queueColumns: readonly Column<Operations['queues'][number]>[] = [
  { name: 'Trabajo', cell: ({ name }) => <Job name={name} /> },
  { name: 'En espera', cell: ({ waiting }) => countText(waiting), isNumber: true },
  { name: 'En curso', cell: ({ active }) => countText(active), isNumber: true },
  { name: 'Se reintentan', cell: ({ retrying }) => countText(retrying), isNumber: true },
  { name: 'Fallidos', cell: ({ failed }) => countText(failed), isNumber: true },
]

const failureColumns: readonly Column<Operations['failures'][number]>[] = [
  { name: 'Trabajo', cell: ({ name }) => <Job name={name} /> },
  { name: 'Intentos', cell: ({ attempts }) => attempts, isNumber: true },
  { name: 'Error', cell: ({ error }) => <span className="break-words">{error ?? 'sin detalle'}</span> },
  {
    name: 'Próximo intento',
    cell: ({ nextAt }) =>
      nextAt ? formatMoment(nextAt) : <span className="font-semibold text-bad">ninguno: decidí qué se hace</span>,
  },
]

function decisionsOf(onAsk: (asked: Asked) => void): Column<Operations['failures'][number]> {
  return {
    name: 'Acciones',
    cell: ({ id: key, name, nextAt }) =>
      nextAt === null && (
        <Decisions
          name={`Reintentar: ${nameOf(name)}`}
          onRetry={() => onAsk({ act: 'retry-job', name, key })}
          drop="Descartar"
          dropName={`Descartar: ${nameOf(name)}`}
          onDrop={() => onAsk({ act: 'drop-job', name, key })}
        />
      ),
  }
}

type Props = Pick<Operations, 'queues' | 'failures'> & {
  onAsk: false | ((asked: Asked) => void)
}

export function JobQueue({ queues, failures, onAsk }: Props) {
  const busy = queues.filter(({ waiting, active, retrying, failed }) => waiting + active + retrying + failed > 0)
  return (
    <>
      <PanelTable
        label="Cola de trabajos"
        columns={queueColumns}
        rows={busy}
        keyOf={nameIn}
        none="No hay trabajos en espera, en curso ni fallidos."
      />
      {failures.length > 0 && (
        <div className="border-t border-bad/40">
          <PanelTable
            label="Trabajos que fallaron"
            columns={onAsk ? [...failureColumns, decisionsOf(onAsk)] : failureColumns}
            rows={failures}
            keyOf={({ id }) => id}
          />
        </div>
      )}
    </>
  )
}

const logColumns: readonly Column<Operations['log'][number]>[] = [
  { name: 'Posición', cell: ({ position }) => <EventPlace position={position} />, isNumber: true },
  { name: 'Hora', cell: ({ at }) => <MomentCell at={at} /> },
  { name: 'Evento', cell: ({ type }) => <span className="font-medium">{type}</span> },
  { name: 'De', cell: ({ stream }) => <span className="break-all">{stream}</span> },
  { name: 'Por', cell: ({ actor }) => actorText(actor) },
]

export function LogTail({ log }: Pick<Operations, 'log'>) {
  const none = 'El registro todavía no tiene eventos.'
  const keyOf = ({ position }: (typeof log)[number]) => position
  return <PanelTable {...{ label: 'Últimos eventos', columns: logColumns, rows: log, keyOf, none }} />
}
