import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Hourglass, Loader, TriangleAlert, Unplug } from 'lucide-react'
import type { OperationWork } from '#frontend/api.ts'
import { PanelModal } from '#frontend/features/panel/form/panel-modal.tsx'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { type Column, PanelTable } from '#frontend/features/panel/panel-table.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { actWords } from './acts.ts'
import { workQuery } from './operations.queries.ts'
import { ProgressBar } from './progress-bar.tsx'
import { actorText, countText, nameOf } from './words.ts'

const states = {
  waiting: { name: 'En espera', tone: 'text-muted', Icon: Hourglass },
  running: { name: 'En curso', tone: 'text-cyan', Icon: Loader },
  done: { name: 'Terminada', tone: 'text-ok', Icon: CircleCheck },
  differs: { name: 'Con diferencias', tone: 'text-warn', Icon: TriangleAlert },
  failed: { name: 'No se pudo', tone: 'text-bad', Icon: CircleX },
  cancelled: { name: 'Cancelada', tone: 'text-muted', Icon: CircleX },
}

function titleOf({ act, target }: OperationWork): string {
  return target === 'all' ? actWords[act].label : `${actWords[act].label}: ${nameOf(target)}`
}

const isOpen = ({ state }: OperationWork) => state === 'waiting' || state === 'running'
const hasResult = ({ act, state }: OperationWork) =>
  (act === 'dry-run' || act === 'verify') && (state === 'done' || state === 'differs')

type Props = {
  work: readonly OperationWork[]
  onCancel: false | ((work: OperationWork) => void)
  onOpen: (id: string) => void
}

export function WorkList({ work, onCancel, onOpen }: Props) {
  const columns: Column<OperationWork>[] = [
    { name: 'Tarea', cell: (one) => <span className="font-medium">{titleOf(one)}</span> },
    { name: 'Pedida', cell: ({ requestedAt, actor }) => `${formatMoment(requestedAt)}, ${actorText(actor)}` },
    { name: 'Estado', cell: (one) => <State work={one} /> },
    {
      name: 'Acciones',
      cell: (one) => (
        <>
          {onCancel && isOpen(one) && (
            <Button
              look="danger"
              disabled={one.stopAsked}
              aria-label={`${one.stopAsked ? 'Parando…' : 'Cancelar'}: ${titleOf(one)}`}
              onClick={() => onCancel(one)}
            >
              {one.stopAsked ? 'Parando…' : 'Cancelar'}
            </Button>
          )}
          {hasResult(one) && (
            <Button look="outline" aria-label={`Ver resultado: ${titleOf(one)}`} onClick={() => onOpen(one.id)}>
              Ver resultado
            </Button>
          )}
        </>
      ),
    },
  ]
  const none = 'Todavía no se pidió nada.'
  return <PanelTable {...{ label: 'Tareas', columns, none }} rows={work} keyOf={({ id }) => id} />
}

function State({ work }: { work: OperationWork }) {
  const { name, tone, Icon } = work.isSilent
    ? { name: 'Interrumpida', tone: 'text-warn', Icon: Unplug }
    : states[work.state]
  return (
    <span className="flex min-w-48 flex-col gap-2">
      <span className={`inline-flex items-center gap-1.5 font-semibold ${tone}`}>
        <Icon className="size-4" />
        {name}
        {isOpen(work) && work.phase && <span className="font-normal text-muted">· {work.phase}</span>}
      </span>
      {work.state === 'running' && (
        <ProgressBar label={titleOf(work)} done={work.done} total={work.total} eta={work.etaSeconds} />
      )}
      {work.detail && <span className="text-sm text-muted">{work.detail}</span>}
    </span>
  )
}

export function WorkResult({ id, onClose }: { id: string; onClose: () => void }) {
  const work = useQuery(workQuery(id))
  return (
    <PanelModal title={work.data ? titleOf(work.data) : 'Resultado'} onClose={onClose}>
      <Loaded query={work} what="el resultado">
        {(found) => <Found work={found} />}
      </Loaded>
      <Button look="outline" className="mt-6" onClick={onClose}>
        Cerrar
      </Button>
    </PanelModal>
  )
}

function Found({ work: { detail, result } }: { work: OperationWork }) {
  return (
    <>
      <p className="text-lg font-semibold">{detail}</p>
      {result && result.found.length > 0 && (
        <ul aria-label="Lo que no coincide" className="mt-4 flex flex-col gap-3">
          {result.found.map(({ subject, message }) => (
            <li key={subject + message} className="border-l-2 border-bad pl-3">
              <span className="font-medium break-all">{subject}</span>
              <span className="block text-sm break-words text-muted">{message}</span>
            </li>
          ))}
        </ul>
      )}
      {result && result.total > result.found.length && (
        <p className="mt-3 text-sm text-muted">… y {countText(result.total - result.found.length)} más.</p>
      )}
      {result && result.checks.length > 0 && (
        <div className="mt-6 border-y border-line">
          <PanelTable label="Lo que se miró" columns={checkColumns} rows={result.checks} keyOf={({ name }) => name} />
        </div>
      )}
    </>
  )
}

type Check = NonNullable<OperationWork['result']>['checks'][number]
const checkColumns: readonly Column<Check>[] = [
  { name: 'Qué', cell: ({ name }) => name },
  { name: 'Se miraron', cell: ({ looked, of }) => `${countText(looked)} ${of}`, isNumber: true },
  {
    name: 'Veredicto',
    cell: ({ faults }) =>
      faults === 0 ? <span className="text-ok">bien</span> : <span className="text-bad">{countText(faults)} mal</span>,
  },
]
