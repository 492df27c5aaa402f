// Price rule and its products; submitting previews each price.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Rounding, roundings } from '#backend/domain/batch/batch.limits.ts'
import { messageOf } from '#frontend/api-error.ts'
import { Choice } from '#frontend/features/panel/form/choice.tsx'
import { CategoriesFailure } from '#frontend/features/panel/products/categories-failure.tsx'
import { useCategories } from '#frontend/features/panel/products/products.queries.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Field } from '#frontend/ui/form/field.tsx'
import { batchesQuery, usePrices } from './batches.queries.ts'
import { type PricesEntry, readPrices } from './prices-entry.ts'

/** `chosen`: product ids; if empty, the form asks for a filter. `onForget`: switches to the filter. */
type Props = { chosen: readonly number[]; onForget: () => void; onDraft: (id: string) => void }

export function PricesForm({ chosen, onForget, onDraft }: Props) {
  const asking = usePrices()
  const [entry, setEntry] = useState<PricesEntry>({
    by: 'percent',
    value: '',
    rounding: 'none',
    category: '',
    brand: '',
  })
  const [wrong, setWrong] = useState<string>()
  const change = (part: Partial<PricesEntry>) => setEntry({ ...entry, ...part })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const read = readPrices(entry, chosen)
    setWrong(read.error)
    if (!read.asked) return document.getElementById('prices-value')?.focus()
    if (!asking.isPending) asking.mutate(read.asked, { onSuccess: ({ id }) => onDraft(id) })
  }
  return (
    <form onSubmit={send} noValidate className="cut-lg flex max-w-3xl flex-col gap-6 border border-line bg-surface p-6">
      {chosen.length > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>{chosen.length === 1 ? 'Para 1 producto elegido.' : `Para ${chosen.length} productos elegidos.`}</p>
          <Button look="quiet" className="-mr-3 px-3" onClick={onForget}>
            Elegir por categoría y marca
          </Button>
        </div>
      ) : (
        <Filter entry={entry} onChange={change} />
      )}
      <Rule entry={entry} onChange={change} error={wrong ?? (asking.error ? messageOf(asking.error) : undefined)} />
      <div>
        <Button type="submit" busy={asking.isPending}>
          Ver los precios nuevos
        </Button>
      </div>
    </form>
  )
}

type PartProps = { entry: PricesEntry; onChange: (part: Partial<PricesEntry>) => void }

function Filter({ entry, onChange }: PartProps) {
  const categories = useCategories()
  const { data } = useQuery(batchesQuery)
  const named = (names: readonly string[]) => names.map((name) => [name, name] as const)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="empty:hidden sm:col-span-2">
        <CategoriesFailure />
      </div>
      <Choice
        label="Categoría"
        value={entry.category}
        options={[['', 'Todas'], ...named(categories)]}
        onChange={(category) => onChange({ category })}
      />
      <Choice
        label="Marca"
        value={entry.brand}
        options={[['', 'Todas'], ...named(data?.brands ?? [])]}
        onChange={(brand) => onChange({ brand })}
      />
    </div>
  )
}

function Rule({ entry, onChange, error }: PartProps & { error: string | undefined }) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Choice
        label="Cambiar por"
        value={entry.by}
        options={[
          ['percent', 'Porcentaje (%)'],
          ['amount', 'Monto (U$S)'],
        ]}
        onChange={(by) => onChange({ by: by === 'amount' ? 'amount' : 'percent' })}
      />
      <Field
        id="prices-value"
        label="Cuánto"
        inputMode="decimal"
        hint="Con un menos, baja: -10"
        value={entry.value}
        error={error}
        onChange={({ target: { value } }) => onChange({ value })}
      />
      <Choice
        label="Redondeo"
        value={entry.rounding}
        options={Object.entries(roundings)}
        onChange={(rounding) => onChange({ rounding: rounding as Rounding })}
      />
    </div>
  )
}
