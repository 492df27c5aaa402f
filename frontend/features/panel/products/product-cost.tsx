// Cost of a product, saved apart from the product: few may see it.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readDecimal } from '#backend/domain/product/decimal.limits.ts'
import { answered, panelApi } from '#frontend/api.ts'
import { PanelForm } from '#frontend/features/panel/form/panel-form.tsx'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { panelQuery, usePanelChange } from '#frontend/features/panel/panel-query.ts'
import { useMay } from '#frontend/session.ts'
import { Field } from '#frontend/ui/form/field.tsx'

const costQuery = (productId: number) =>
  panelQuery('cost', { productId }, () => answered(panelApi.costs[':id'].$get({ param: { id: String(productId) } })))

/** Nothing for those who may not see it. */
export function ProductCost({ productId }: { productId: number }) {
  const maySee = useMay()('catalogue:cost')
  const query = useQuery({ ...costQuery(productId), enabled: maySee })
  if (!maySee) return null
  return (
    <fieldset aria-label="Costo" className="mt-8 border-t border-line pt-6">
      <Loaded query={query} what="el costo" look="h-24">
        {(seen) => <CostForm productId={productId} seen={seen} />}
      </Loaded>
    </fieldset>
  )
}

const notDecimal = 'Escribí un número, hasta con dos decimales: 1.234,50.'
type Seen = { cost: number | null; revision: number }

function CostForm({ productId, seen: { cost, revision } }: { productId: number; seen: Seen }) {
  const mayChange = useMay()('cost:change')
  const before = cost === null ? '' : cost.toFixed(2).replace('.', ',')
  const [typed, setTyped] = useState<string>()
  const text = typed ?? before
  const saving = useSaveCost(productId)
  const wanted = text.trim() === '' ? null : readDecimal(text.trim())
  const wrong = wanted === null && text.trim() !== '' ? notDecimal : undefined
  return (
    <PanelForm
      saving={saving}
      read={() => (wrong ? { problems: { cost: wrong } } : { json: { cost: wanted, revision } })}
      onSaved={() => setTyped(undefined)}
      className="flex max-w-xl flex-wrap items-start gap-x-4 gap-y-3"
      submit={
        mayChange && {
          children: 'Guardar costo',
          look: 'outline',
          disabled: !wrong && wanted === cost,
          className: 'sm:mt-7',
        }
      }
    >
      {({ cost: refused }) => (
        <div className="min-w-60 flex-1">
          <Field
            label="Costo de una unidad, sin impuestos (U$S)"
            hint="Lo ven solo administración y auditoría. Se guarda aparte."
            {...{ name: 'cost', readOnly: !mayChange, value: text, error: wrong ?? refused }}
            inputMode="decimal"
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
    </PanelForm>
  )
}

function useSaveCost(productId: number) {
  const save = (json: Seen) => answered(panelApi.costs.$post({ json: { productId, ...json } }))
  return usePanelChange(save, undefined, 'Costo guardado!')
}
