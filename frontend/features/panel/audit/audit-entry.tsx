import { Eye, GitFork, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AuditRow } from '#frontend/api.ts'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { useReveal } from './audit.queries.ts'
import { Changes } from './changes.tsx'
import { TakenBack } from './taken-back.tsx'
import { UndoDialog } from './undo-dialog.tsx'

type Props = {
  row: AuditRow
  withEntity?: boolean
  mark?: ReactNode
  isDim?: boolean
}

export function AuditEntry({ row, withEntity = false, mark, isDim = false }: Props) {
  const { position, at, sentence, actor, command, reason, changes } = row
  return (
    <li
      className={`grid gap-x-6 gap-y-2 px-4 py-4 sm:px-6 lg:grid-cols-[11rem_1fr_auto] ${isDim ? 'bg-ink/40 text-muted' : ''}`}
      data-position={position}
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted tabular-nums lg:flex-col">
        <time dateTime={at}>{formatMoment(at)}</time>
        <span title="Posición en el registro">Nº {position}</span>
        <span className="text-xs break-all">{row.type}</span>
        {mark}
      </p>
      <div className="min-w-0">
        <p className="font-medium break-words">{sentence}</p>
        <p className="mt-1 text-sm text-muted">
          <Actor actor={actor} /> · {command}
        </p>
        {reason && (
          <p className="mt-2 border-l-2 border-warn/70 pl-3 text-sm">
            <span className="text-muted">Motivo: </span>
            {reason}
          </p>
        )}
        <Changes changes={changes} />
        <TakenBack undoes={row.undoes} undoneBy={row.undoneBy} />
        <Masked row={row} />
      </div>
      <WaysOn row={row} withEntity={withEntity} />
    </li>
  )
}

/** Links to the entity's story, the event's causes, and the state before. */
function WaysOn({ row, withEntity }: Pick<Props, 'row' | 'withEntity'>) {
  const { position, entity } = row
  const { go } = usePanelAddress()
  return (
    <div className="-ml-3 flex flex-wrap items-start gap-1 lg:ml-0 lg:flex-col lg:items-end">
      {withEntity && entity && (
        <Button look="quiet" className="px-3 text-sm" onClick={() => go({ of: entity.of, cause: undefined })}>
          {entity.title}
        </Button>
      )}
      <Button
        look="quiet"
        className="px-3 text-sm"
        icon={<GitFork className="size-4" />}
        aria-label={`Causas del hecho Nº ${position}`}
        onClick={() => go({ cause: position })}
      >
        Causas
      </Button>
      <Undoing row={row} />
    </div>
  )
}

/** Offers an undo if there is one. Afterwards the focus moves to the result, since the button is gone. */
function Undoing({ row }: Pick<Props, 'row'>) {
  const { position, undo } = row
  // Frozen on opening, so that a refetch doesn't close the dialog.
  const [asked, setAsked] = useState<typeof undo>(null)
  const [isDone, setDone] = useState(false)
  return (
    <>
      {undo && (
        <Button
          look="quiet"
          className="px-3 text-sm"
          icon={<Undo2 className="size-4" />}
          aria-label={`Deshacer el hecho Nº ${position}`}
          onClick={() => setAsked(undo)}
        >
          Deshacer
        </Button>
      )}
      {isDone && !undo && (
        <p role="status" tabIndex={-1} ref={(said) => said?.focus()} className="px-3 py-2 text-sm text-ok">
          Deshecho
        </p>
      )}
      {asked && <UndoDialog row={row} undo={asked} onClose={() => setAsked(null)} onDone={() => setDone(true)} />}
    </>
  )
}

export function Actor({ actor: { text, userId } }: Pick<AuditRow, 'actor'>) {
  return (
    <span className="text-text">
      {text}
      {userId !== null && <span className="text-muted"> (cuenta Nº {userId})</span>}
    </span>
  )
}

/** Personal fields stay masked until somebody reveals them by name, which the log records. */
function Masked({ row: { position, masked } }: Pick<Props, 'row'>) {
  const reveal = useReveal()
  const may = useMay()
  if (masked.length === 0 || !may('audit:uncover')) return null
  return (
    <div className="mt-2">
      {reveal.data ? (
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {reveal.data.values.map(({ name, value }) => (
            <div key={name} className="flex min-w-0 gap-2">
              <dt className="text-muted">{name}</dt>
              <dd className="font-medium break-all">{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <Button
          look="quiet"
          className="-ml-3 px-3 text-left text-sm"
          icon={<Eye className="size-4 shrink-0" />}
          busy={reveal.isPending}
          title="Queda registrado quién lo vio y cuándo"
          onClick={() => reveal.mutate(position)}
        >
          Descubrir {masked.join(', ').toLowerCase()}
        </Button>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {reveal.data && 'Tu consulta quedó registrada.'}
      </p>
      <Refusal of={reveal.error} role="alert" />
    </div>
  )
}
