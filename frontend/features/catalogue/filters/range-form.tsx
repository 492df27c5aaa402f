import { type FormEvent, type InputHTMLAttributes, useId, useState } from 'react'
import { priceText } from '#backend/domain/product/product.limits.ts'
import { Button } from '#frontend/ui/button.tsx'
import { FieldMessage } from '#frontend/ui/form/field.tsx'

export type Ends = { min?: number | undefined; max?: number | undefined }

type Props = {
  /** `Precio`: names form and button. */
  of: string
  /** Names of the inputs. */
  names: readonly [from: string, to: string]
  /** For a text that is no number. */
  rule: string
  present: Ends
  /** Placeholders, taken from the shown products. */
  bounds?: Ends | null
  onEnds: (ends: Ends) => void
}

const box =
  'min-h-11 w-full min-w-0 rounded-lg border border-edge bg-ink/70 px-3 text-sm tabular-nums placeholder:text-muted/85 hover:border-violet-soft aria-invalid:border-bad'
const digits = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 2 })

export function RangeForm({ of, names: [from, to], rule, present, bounds, onEnds }: Props) {
  const [problem, setProblem] = useState<string>()
  const messageId = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [min, max] = [readAmount(form.get('min')), readAmount(form.get('max'))]
    if (min === null || max === null) return setProblem(rule)
    if (min !== undefined && max !== undefined && min > max) return setProblem('El mínimo es mayor que el máximo.')
    setProblem(undefined)
    onEnds({ min, max })
  }
  const message = { 'aria-invalid': problem ? true : undefined, 'aria-describedby': messageId }
  return (
    <form onSubmit={submit} aria-label={`Filtrar por ${of.toLowerCase()}`} className="flex flex-col gap-2 pt-1">
      <div className="flex items-center gap-2">
        <Amount name="min" aria-label={from} present={present.min} bound={bounds?.min} {...message} />
        <span aria-hidden className="text-muted">
          a
        </span>
        <Amount name="max" aria-label={to} present={present.max} bound={bounds?.max} {...message} />
      </div>
      <FieldMessage id={messageId} text={problem} />
      <Button type="submit" look="outline" className="w-full text-sm">
        Aplicar {of.toLowerCase()}
      </Button>
    </form>
  )
}

type AmountProps = InputHTMLAttributes<HTMLInputElement> & { present: number | undefined; bound: number | undefined }

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
