import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { batchKinds, batchLimits, batchStates } from '#backend/domain/batch/batch.limits.ts'
import { type Batch, batchApi, emptyJson } from '#frontend/api.ts'
import { AskDialog, keptForever } from '#frontend/features/panel/form/ask-dialog.tsx'
import { DialogButton } from '#frontend/features/panel/form/dialog-button.tsx'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { countText } from '#frontend/features/panel/operations/words.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { Failure } from '#frontend/ui/refusal.tsx'
import { BatchRows } from './batch-rows.tsx'
import { batchQuery, useStep } from './batches.queries.ts'
import { BeginForm } from './begin-form.tsx'
import { ColumnChoices } from './column-choices.tsx'

export function BatchView({ id }: { id: string }) {
  const found = useQuery(batchQuery(id))
  const mayChange = useMay()('catalogue:change')
  useCatalogueAnew(found.data?.state)
  return (
    <div className="flex flex-col gap-5">
      <Loaded query={found} what="este cambio" look="cut-lg h-80">
        {(batch) => (
          <>
            <Summary batch={batch} />
            {batch.state === 'draft' && batch.file && <ColumnChoices id={id} file={batch.file} mayChange={mayChange} />}
            {batch.state === 'draft' && mayChange && <BeginForm batch={batch} />}
            <Acts batch={batch} mayChange={mayChange} />
            <BatchRows batch={batch} />
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Refetches products in panel and shop when the batch ends. */
function useCatalogueAnew(state: Batch['state'] | undefined): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (state !== 'applied' && state !== 'undone') return
    for (const queryKey of [queryKeys.panel.lists('products'), queryKeys.catalogue.all, queryKeys.products])
      void queryClient.invalidateQueries({ queryKey })
  }, [state, queryClient])
}

function Summary({ batch }: { batch: Batch }) {
  const { kind, title, state, by, createdAt, reason, scheduledFor } = batch
  return (
    <div className="cut border border-line bg-surface p-4">
      <p className="flex flex-wrap items-center gap-3">
        <span className="font-display text-lg font-semibold break-words">
          {batchKinds[kind]}: {title}
        </span>
        <span className="rounded-full border border-line bg-raised px-2.5 py-0.5 text-xs font-semibold">
          {batchStates[state]}
        </span>
      </p>
      <p className="mt-1 text-sm text-muted">
        {by} · {formatMoment(createdAt)}
        {reason && ` · ${reason}`}
        {state === 'scheduled' && scheduledFor && ` · Empieza el ${formatMoment(scheduledFor)}`}
      </p>
      <p role="status" className="mt-2">
        {outcomeText(batch)}
      </p>
      <Progress batch={batch} />
    </div>
  )
}

const products = (count: number) => (count === 1 ? '1 producto' : `${countText(count)} productos`)

function outcomeText({ state, counts }: Batch): string {
  const { create, change, same, wrong, done, failed, planned, undone, kept } = counts
  if (state === 'applied' || state === 'undoing')
    return `Hecho en ${products(done + undone + kept)}${failed > 0 ? `; ${countText(failed)} sin hacer, por un error` : ''}${planned > 0 ? `; ${countText(planned)} sin tocar, porque se detuvo` : ''}.`
  if (state === 'undone')
    return `${products(undone)} como antes${kept > 0 ? `; ${countText(kept)} sin tocar, por cambios posteriores` : ''}.`
  const parts = [
    ...(create > 0 ? [`${products(create)} por agregar`] : []),
    ...(change > 0 ? [`${products(change)} por cambiar`] : []),
    ...(same > 0 ? [`${countText(same)} sin cambios`] : []),
    ...(wrong > 0 ? [`${countText(wrong)} con errores, que quedan afuera`] : []),
  ]
  return `${parts.join(' · ') || 'Nada'}.`
}

function Progress({ batch: { state, counts } }: { batch: Batch }) {
  if (state !== 'waiting' && state !== 'running' && state !== 'undoing') return null
  const total = state === 'undoing' ? counts.done + counts.undone + counts.kept : counts.create + counts.change
  const done = state === 'undoing' ? counts.undone + counts.kept : counts.done + counts.failed
  return (
    <div className="mt-3">
      <p className="text-sm tabular-nums">
        {countText(done)} de {countText(total)}. Podés cerrar esta página: sigue igual.
      </p>
      <progress aria-label={batchStates[state]} value={done} max={total} className="mt-1 h-2 w-full accent-violet" />
    </div>
  )
}

function Acts({ batch: { id, state, counts, stopAsked }, mayChange }: { batch: Batch; mayChange: boolean }) {
  const stopping = useStep(id, ({ param }) => batchApi[':id'].cancel.$post({ param }, emptyJson))
  if (!mayChange) return null
  const isAhead = state === 'scheduled' || state === 'waiting'
  return (
    <div className="flex flex-wrap gap-3">
      {(isAhead || state === 'running') && (
        <Button
          look="danger"
          busy={stopping.isPending || (state === 'running' && stopAsked)}
          onClick={() => stopping.mutate(undefined)}
        >
          {isAhead ? 'Cancelar' : 'Detener'}
        </Button>
      )}
      {state === 'applied' && counts.done > 0 && (
        <DialogButton
          look="outline"
          icon={<Undo2 className="size-4" />}
          dialog={(onClose) => <UndoDialog id={id} count={counts.done} onClose={onClose} />}
        >
          Deshacer todo
        </DialogButton>
      )}
      {stopping.isError && <Failure title="No se pudo" of={stopping.error} />}
    </div>
  )
}

type UndoProps = { id: string; count: number; onClose: () => void }

function UndoDialog({ id, count, onClose }: UndoProps) {
  const undoing = useStep(id, batchApi[':id'].undo.$post)
  return (
    <AskDialog
      title={count === 1 ? 'Deshacer el cambio de 1 producto' : `Deshacer el cambio de ${count} productos`}
      about="Lo que cambió vuelve a como estaba, y lo que se agregó deja de ofrecerse. Lo que otra persona cambió después queda como está, y ves cuál es."
      asks={{ reason: { label: 'Motivo', hint: keptForever, required: true, maxLength: batchLimits.reason } }}
      confirm={{ label: 'Deshacer' }}
      doing={undoing}
      onConfirm={(why) => undoing.mutate(why, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
