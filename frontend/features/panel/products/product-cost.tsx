// Cost of a product, saved apart from the product: few may see it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { readDecimal } from '#backend/domain/product/decimal.limits.ts'
import { answered, panelApi } from '#frontend/api.ts'
import { fieldErrorOf } from '#frontend/api-error.ts'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { panelQuery } from '#frontend/features/panel/panel-query.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Field } from '#frontend/ui/form/field.tsx'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'
import { Refusal } from '#frontend/ui/refusal.tsx'

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

type Seen = { cost: number | null; revision: number }

function CostForm({ productId, seen: { cost, revision } }: { productId: number; seen: Seen }) {
  const mayChange = useMay()('cost:change')
  const before = cost === null ? '' : cost.toFixed(2).replace('.', ',')
  const [typed, setTyped] = useState<string>()
  const text = typed ?? before
  const wanted = text.trim() === '' ? null : readDecimal(text.trim())
  const isWrong = text.trim() !== '' && wanted === null
  const saving = useSaveCost(productId)
  const error = isWrong ? 'Escribí un número, hasta con dos decimales: 1.234,50.' : fieldErrorOf(saving.error, 'cost')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong) saving.mutate({ cost: wanted, revision }, { onSuccess: () => setTyped(undefined) })
  }
  return (
    <form onSubmit={submit} noValidate className="flex max-w-xl flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-60 flex-1">
        <Field
          label="Costo de una unidad, sin impuestos (U$S)"
          hint="Lo ven solo administración y auditoría. Se guarda aparte."
          {...{ name: 'cost', readOnly: !mayChange, value: text, error }}
          inputMode="decimal"
          onChange={(event) => {
            setTyped(event.target.value)
            saving.reset()
          }}
        />
      </div>
      {mayChange && (
        <Button type="submit" look="outline" busy={saving.isPending} disabled={wanted === cost} className="sm:mt-7">
          Guardar costo
        </Button>
      )}
      <Refusal of={error === undefined && saving.error} role="alert" />
    </form>
  )
}

/** Asks anew after a refusal, too: the next save replaces what somebody else saved. */
function useSaveCost(productId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (cost: Seen) => answered(panelApi.costs.$post({ json: { productId, ...cost } })),
    onSuccess: () => toastSuccess('Costo guardado!'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.panel.all }),
  })
}
