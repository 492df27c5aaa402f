// Price rule and its products; submitting previews each price.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roundings } from '#backend/domain/batch/batch.limits.ts'
import { answered, batchApi } from '#frontend/api.ts'
import { Inputs } from '#frontend/features/panel/form/inputs.tsx'
import { PanelForm } from '#frontend/features/panel/form/panel-form.tsx'
import { CategoriesFailure } from '#frontend/features/panel/products/categories-failure.tsx'
import { useCategories } from '#frontend/features/panel/products/products.queries.ts'
import { Button } from '#frontend/ui/button.tsx'
import { batchesQuery } from './batches.queries.ts'
import { blankPrices, type PricesAsked, readPrices } from './prices-entry.ts'

/** `chosen`: product ids; if empty, the form asks for a filter. `onForget`: switches to the filter. */
type Props = { chosen: readonly number[]; onForget: () => void; onDraft: (id: string) => void }

const rule = {
  by: {
    label: 'Cambiar por',
    options: [
      ['percent', 'Porcentaje (%)'],
      ['amount', 'Monto (U$S)'],
    ],
  },
  value: { label: 'Cuánto', inputMode: 'decimal', hint: 'Con un menos, baja: -10' },
  rounding: { label: 'Redondeo', options: Object.entries(roundings) },
} as const

export function PricesForm({ chosen, onForget, onDraft }: Props) {
  const asking = useMutation({ mutationFn: (json: PricesAsked) => answered(batchApi.prices.$post({ json })) })
  const [entry, setEntry] = useState(blankPrices)
  const onType = (name: string, text: string) => setEntry({ ...entry, [name]: text })
  return (
    <PanelForm
      saving={asking}
      read={() => readPrices(entry, chosen)}
      onSaved={({ id }) => onDraft(id)}
      className="cut-lg flex max-w-3xl flex-col gap-6 border border-line bg-surface p-6"
      submit={{ children: 'Ver los precios nuevos', className: 'self-start' }}
    >
      {(problems) => (
        <>
          {chosen.length > 0 ? (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p>{chosen.length === 1 ? 'Para 1 producto elegido.' : `Para ${chosen.length} productos elegidos.`}</p>
              <Button look="quiet" className="-mr-3 px-3" onClick={onForget}>
                Elegir por categoría y marca
              </Button>
            </div>
          ) : (
            <Filter entry={entry} onType={onType} />
          )}
          <div className="grid gap-4 sm:grid-cols-3">
            <Inputs of={rule} texts={entry} errors={problems} onType={onType} />
          </div>
        </>
      )}
    </PanelForm>
  )
}

type FilterProps = { entry: typeof blankPrices; onType: (name: string, text: string) => void }

function Filter({ entry, onType }: FilterProps) {
  const categories = useCategories()
  const { data } = useQuery(batchesQuery)
  const among = (names: readonly string[]) => [['', 'Todas'], ...names.map((name) => [name, name] as const)] as const
  const inputs = {
    category: { label: 'Categoría', options: among(categories) },
    brand: { label: 'Marca', options: among(data?.brands ?? []) },
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="col-span-full empty:hidden">
        <CategoriesFailure />
      </div>
      <Inputs of={inputs} texts={entry} onType={onType} />
    </div>
  )
}
