// Converts what products say in words, or under an older attribute, into values of another one: a batch with a preview.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schema } from '#backend/domain/product/schema/schema.limits.ts'
import { answered, batchApi } from '#frontend/api.ts'
import { Inputs } from '#frontend/features/panel/form/inputs.tsx'
import { PanelForm } from '#frontend/features/panel/form/panel-form.tsx'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'

type Props = { category: string; schema: Schema; onClose: () => void }

/** Opens the draft in place of the list of products. */
export function ConvertValues({ category, schema, onClose }: Props) {
  const { go } = usePanelAddress()
  const [entry, setEntry] = useState({ from: '', to: schema[0]?.key ?? '' })
  const drafting = useMutation({
    mutationFn: (json: typeof entry) => answered(batchApi.conversion.$post({ json: { category, ...json } })),
  })
  return (
    <section className="mt-6 flex flex-col gap-4 border-t border-line pt-6">
      <h3 className="text-lg font-semibold">Convertir valores</h3>
      <p className="text-sm text-muted">
        Lo que los productos dicen en otra propiedad, o en una fila suelta de su ficha, pasa a la propiedad que elijas.
        Antes de cambiar nada se ve producto por producto; lo que no se puede leer queda como está.
      </p>
      <PanelForm
        saving={drafting}
        read={() => ({ json: entry })}
        onSaved={({ id }) => {
          onClose()
          go({ batch: id, ids: undefined })
        }}
        submit={{ children: 'Ver qué cambiaría', look: 'outline', disabled: entry.from.trim() === '' }}
      >
        {(problems) => (
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Inputs
              of={inputsOf(schema, entry.to)}
              texts={entry}
              errors={problems}
              onType={(name, text) => setEntry({ ...entry, [name]: text })}
            />
          </div>
        )}
      </PanelForm>
    </section>
  )
}

function inputsOf(schema: Schema, to: string) {
  const others = schema.filter(({ key }) => key !== to)
  return {
    from: { label: 'De (propiedad o fila)', offered: others.map(({ label }) => label) },
    to: { label: 'A la propiedad', options: schema.map(({ key, label }) => [key, label] as const) },
  }
}
