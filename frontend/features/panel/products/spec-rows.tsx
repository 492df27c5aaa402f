// Editor of a spec sheet; suggests names and values of the category's other products.
import { ListPlus, Plus, X } from 'lucide-react'
import { useId } from 'react'
import { specLimits } from '#backend/domain/product/product.limits.ts'
import { SmallInput } from '#frontend/features/panel/form/small-input.tsx'
import { IconButton } from '#frontend/features/panel/icon-button.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { FieldMessage, Offered } from '#frontend/ui/form/field.tsx'
import type { EntryErrors, Spec } from './product-entry.ts'
import { useCategorySpecs } from './products.queries.ts'

type Props = { category: string; rows: Spec[]; errors: EntryErrors; onRows: (rows: Spec[]) => void }

/** Ignores empty rows. The order is that of the product's page. */
export function SpecRows({ category, rows, errors, onRows }: Props) {
  const id = useId()
  const known = useCategorySpecs(category)
  const ofName = (name: string) => known.find((other) => other.name.toLowerCase() === name.trim().toLowerCase())
  const missing = known.filter((one) => !rows.some(({ name }) => ofName(name) === one)).map(({ name }) => name)
  const add = (names: readonly string[]) => {
    onRows([...rows, ...names.map((name) => ({ name, value: '' }))].slice(0, specLimits.rows))
    // Focuses the new row once it exists.
    setTimeout(() => document.getElementById(`${id}-${rows.length}-${names[0] ? 'value' : 'name'}`)?.focus())
  }
  return (
    <fieldset className="flex flex-col gap-3 border-t border-line pt-5">
      <legend className="float-left w-full text-base font-semibold">Ficha técnica</legend>
      <Offered id={`${id}-names`} texts={missing} />
      <ul className="clear-both flex flex-col gap-3">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are what stands at their place, and hold no state
          <li key={at}>
            <SpecRow
              id={`${id}-${at}`}
              at={at}
              row={row}
              errors={errors}
              names={`${id}-names`}
              values={ofName(row.name)?.values ?? []}
              onChange={(part) => onRows(rows.with(at, { ...row, ...part }))}
              onRemove={() => onRows(rows.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p className="text-sm text-muted">Todavía no tiene características.</p>}
      <FieldMessage id={`${id}-error`} text={errors.specs} />
      <More category={category} missing={missing} isFull={rows.length >= specLimits.rows} onAdd={add} />
    </fieldset>
  )
}

type MoreProps = {
  category: string
  missing: readonly string[]
  isFull: boolean
  onAdd: (names: readonly string[]) => void
}

function More({ category, missing, isFull, onAdd }: MoreProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="outline" icon={<Plus className="size-4" />} disabled={isFull} onClick={() => onAdd([''])}>
        Agregar característica
      </Button>
      {missing.length > 0 && (
        <Button look="quiet" icon={<ListPlus className="size-4" />} onClick={() => onAdd(missing)}>
          {`Traer las de ${category.trim()} (${missing.length})`}
        </Button>
      )}
    </div>
  )
}

type RowProps = {
  id: string
  at: number
  row: Spec
  errors: EntryErrors
  /** Id of the datalist of names. */
  names: string
  values: readonly string[]
  onChange: (part: Partial<Spec>) => void
  onRemove: () => void
}

function SpecRow({ id, at, row, errors, names, values, onChange, onRemove }: RowProps) {
  const box = (part: 'name' | 'value', label: string, list: string) => (
    <SmallInput
      id={`${id}-${part}`}
      name={`specs.${at}.${part}`}
      label={`${label} ${at + 1}`}
      placeholder={label}
      value={row[part]}
      list={list}
      error={errors[`specs.${at}.${part}`]}
      onText={(text) => onChange({ [part]: text })}
    />
  )
  return (
    <div className="flex items-start gap-2">
      <span className="flex min-w-0 flex-1 gap-2 max-sm:flex-col">
        {box('name', 'Característica', names)}
        {box('value', 'Valor', `${id}-values`)}
      </span>
      <Offered id={`${id}-values`} texts={values} />
      <IconButton
        label={`Quitar la característica ${at + 1}${row.name ? `, ${row.name}` : ''}`}
        Icon={X}
        onClick={onRemove}
      />
    </div>
  )
}
