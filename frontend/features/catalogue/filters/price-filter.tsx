import { type FormEvent, type InputHTMLAttributes, useId, useState } from 'react'
import { priceText } from '#backend/domain/product/product.limits.ts'
import { Button } from '#frontend/ui/button.tsx'
import { FieldMessage } from '#frontend/ui/form/field.tsx'
import { type FiltersProps, Group } from './filter-group.tsx'

/** Resets when the address has other prices. */
export function PriceFilter(props: FiltersProps) {
  const { min, max } = props.search
  return <PriceForm key={`${min} ${max}`} {...props} />
}

const box =
  'min-h-11 w-full min-w-0 rounded-lg border border-edge bg-ink/70 px-3 text-sm tabular-nums placeholder:text-muted/85 hover:border-violet-soft aria-invalid:border-bad'
const digits = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 2 })

function PriceForm({ facets: { prices }, search, onChange }: FiltersProps) {
  const [problem, setProblem] = useState<string>()
  const messageId = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [min, max] = [readAmount(form.get('min')), readAmount(form.get('max'))]
    if (min === null || max === null) return setProblem('Escribí un precio, por ejemplo 150.000.')
    if (min !== undefined && max !== undefined && min > max) return setProblem('El mínimo es mayor que el máximo.')
    setProblem(undefined)
    onChange({ min, max })
  }
  const message = { 'aria-invalid': problem ? true : undefined, 'aria-describedby': messageId }
  return (
    <Group title="Precio">
      <form onSubmit={submit} aria-label="Filtrar por precio" className="flex flex-col gap-2 pt-1">
        <div className="flex items-center gap-2">
          <Amount name="min" aria-label="Precio mínimo" present={search.min} bound={prices?.min} {...message} />
          <span aria-hidden className="text-muted">
            a
          </span>
          <Amount name="max" aria-label="Precio máximo" present={search.max} bound={prices?.max} {...message} />
        </div>
        <FieldMessage id={messageId} text={problem} />
        <Button type="submit" look="outline" className="w-full text-sm">
          Aplicar precio
        </Button>
      </form>
    </Group>
  )
}

type AmountProps = InputHTMLAttributes<HTMLInputElement> & { present: number | undefined; bound: number | undefined }

/** `bound`: the placeholder, taken from the shown prices. */
function Amount({ present, bound, ...rest }: AmountProps) {
  return (
    <input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      placeholder={bound === undefined ? '' : digits.format(bound)}
      defaultValue={present === undefined ? '' : digits.format(present)}
      className={box}
    />
  )
}

/** Parses Argentine amounts like '$ 1.500,50'. Undefined: empty; null: invalid. */
function readAmount(typed: FormDataEntryValue | null): number | null | undefined {
  const text = (typeof typed === 'string' ? typed : '').replace(/[\s$.]/g, '').replace(',', '.')
  if (text === '') return undefined
  return priceText.test(text) ? Number(text) : null
}
