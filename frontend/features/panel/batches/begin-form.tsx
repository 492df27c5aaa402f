import { useState } from 'react'
import { batchLimits } from '#backend/domain/batch/batch.limits.ts'
import { timeZoneName } from '#backend/domain/time-zone.limits.ts'
import { type Batch, batchApi } from '#frontend/api.ts'
import { Inputs } from '#frontend/features/panel/form/inputs.tsx'
import { PanelForm } from '#frontend/features/panel/form/panel-form.tsx'
import { momentOf } from '#frontend/ui/figures/moment.ts'
import { useStep } from './batches.queries.ts'

const reason = { label: 'Motivo', maxLength: batchLimits.reason }
/** In the shop's time zone. */
const at = {
  label: 'Cuándo (vacío: ahora)',
  type: 'datetime-local',
  hint: `En ${timeZoneName}, estés donde estés.`,
}

export function BeginForm({ batch: { id, kind, counts } }: { batch: Batch }) {
  const beginning = useStep(id, batchApi[':id'].begin.$post)
  const [entry, setEntry] = useState({ reason: '', at: '' })
  const count = counts.create + counts.change
  const read = () => {
    const why = entry.reason.trim()
    if (!why) return { problems: { reason: 'Escribí el motivo: queda en el registro.' } }
    return { json: { reason: why, ...(entry.at && { at: momentOf(entry.at) }) } }
  }
  if (count === 0) return <p className="font-medium">No hay nada que cambiar.</p>
  return (
    <PanelForm
      saving={beginning}
      read={read}
      className="grid items-start gap-4 sm:grid-cols-[1fr_auto_auto]"
      submit={{
        children: count === 1 ? 'Aplicar a 1 producto' : `Aplicar a ${count.toLocaleString('es-AR')} productos`,
        className: 'sm:mt-7',
      }}
    >
      {(problems) => (
        <Inputs
          of={kind === 'prices' ? { reason, at } : { reason }}
          texts={entry}
          errors={problems}
          onType={(name, text) => setEntry({ ...entry, [name]: text })}
        />
      )}
    </PanelForm>
  )
}
