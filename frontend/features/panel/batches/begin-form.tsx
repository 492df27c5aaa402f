import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { batchLimits } from '#backend/domain/batch/batch.limits.ts'
import { timeZoneName } from '#backend/domain/time-zone.limits.ts'
import type { Batch } from '#frontend/api.ts'
import { fieldErrorOf, messageOf } from '#frontend/api-error.ts'
import { Button } from '#frontend/ui/button.tsx'
import { momentOf } from '#frontend/ui/figures/moment.ts'
import { Field, FieldMessage } from '#frontend/ui/form/field.tsx'
import { useStep } from './batches.queries.ts'

export function BeginForm({ batch: { id, kind, counts } }: { batch: Batch }) {
  const beginning = useStep(id)
  const reason = useRef<HTMLInputElement>(null)
  const at = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<{ reason?: string }>({})
  const count = counts.create + counts.change
  const send = (event: FormEvent) => {
    event.preventDefault()
    const [why = '', when = ''] = [reason.current?.value.trim(), at.current?.value]
    if (!why) {
      setWrong({ reason: 'Escribí el motivo: queda en el registro.' })
      return reason.current?.focus()
    }
    setWrong({})
    const moment = when ? { at: momentOf(when) } : {}
    if (!beginning.isPending) beginning.mutate({ name: 'begin', body: { reason: why, ...moment } })
  }
  if (count === 0) return <p className="font-medium">No hay nada que cambiar.</p>
  const refused = refusalOf(beginning.error)
  return (
    <form onSubmit={send} noValidate className="flex flex-wrap items-start gap-4">
      <div className="min-w-60 grow">
        <Field
          id="batch-reason"
          ref={reason}
          label="Motivo"
          maxLength={batchLimits.reason}
          error={wrong.reason ?? refused.reason}
        />
      </div>
      {kind === 'prices' && <When at={at} error={refused.at} />}
      <Button type="submit" busy={beginning.isPending} className="sm:mt-7">
        {count === 1 ? 'Aplicar a 1 producto' : `Aplicar a ${count.toLocaleString('es-AR')} productos`}
      </Button>
      <FieldMessage id="batch-refused" text={refused.other} />
    </form>
  )
}

type WhenProps = { at: RefObject<HTMLInputElement | null>; error: string | undefined }

/** Uses the shop's time zone. */
function When({ at, error }: WhenProps) {
  const hint = `En ${timeZoneName}, estés donde estés.`
  const label = 'Cuándo (vacío: ahora)'
  return <Field id="batch-at" ref={at} type="datetime-local" label={label} hint={hint} error={error} />
}

function refusalOf(error: Error | null) {
  const [reason, at] = [fieldErrorOf(error, 'reason'), fieldErrorOf(error, 'at')]
  return { reason, at, other: error && !reason && !at ? messageOf(error) : undefined }
}
