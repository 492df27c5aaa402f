// Converts what products say in words, or under an older attribute, into values of another one: a batch with a preview.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Schema } from '#backend/domain/product/schema/schema.limits.ts'
import { answered, batchApi } from '#frontend/api.ts'
import { fieldErrorOf } from '#frontend/api-error.ts'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Field, FieldFrame, inputLook } from '#frontend/ui/form/field.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'

type Props = { category: string; schema: Schema; onClose: () => void }

/** Opens the draft in place of the list of products. */
export function ConvertValues({ category, schema, onClose }: Props) {
  const { go } = usePanelAddress()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState(schema[0]?.key ?? '')
  const drafting = useMutation({
    mutationFn: () => answered(batchApi.conversion.$post({ json: { category, from, to } })),
    onSuccess: ({ id }) => {
      onClose()
      go({ batch: id, ids: undefined })
    },
  })
  const wrong = fieldErrorOf(drafting.error, 'from')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    drafting.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className="mt-6 flex flex-col gap-4 border-t border-line pt-6">
      <h3 className="text-lg font-semibold">Convertir valores</h3>
      <p className="text-sm text-muted">
        Lo que los productos dicen en otra propiedad, o en una fila suelta de su ficha, pasa a la propiedad que elijas.
        Antes de cambiar nada se ve producto por producto; lo que no se puede leer queda como está.
      </p>
      <Inputs schema={schema} entry={{ from, to }} wrong={wrong} onFrom={setFrom} onTo={setTo} />
      <Refusal of={wrong === undefined && drafting.error} role="alert" />
      <Button type="submit" look="outline" busy={drafting.isPending} disabled={from.trim() === ''}>
        Ver qué cambiaría
      </Button>
    </form>
  )
}

type InputsProps = {
  schema: Schema
  entry: { from: string; to: string }
  wrong: string | undefined
  onFrom: (from: string) => void
  onTo: (to: string) => void
}

function Inputs({ schema, entry: { from, to }, wrong, onFrom, onTo }: InputsProps) {
  const select = useId()
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field
        label="De (propiedad o fila)"
        name="from"
        value={from}
        offered={schema.flatMap(({ key, label }) => (key === to ? [] : [label]))}
        error={wrong}
        onChange={(event) => onFrom(event.target.value)}
      />
      <FieldFrame id={select} label="A la propiedad">
        <select id={select} value={to} onChange={(event) => onTo(event.target.value)} className={inputLook}>
          {schema.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </FieldFrame>
    </div>
  )
}
