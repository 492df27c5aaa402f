import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'

type Props = {
  value: number
  max: number
  onChange: (quantity: number) => void
  label: string
  describedBy?: string
  compact?: boolean
}

/** Minus stops at 1. Typed text is read as an integer on leaving the box or on Enter. */
export function QuantityBox({ value, max, onChange, label, describedBy, compact = false }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const settle = () => {
    if (typed !== null) onChange(parseQuantity(typed, max))
    setTyped(null)
  }
  const step = `grid ${compact ? 'size-11' : 'size-12'} shrink-0 place-items-center text-muted transition hover:bg-hover hover:text-text disabled:opacity-35`
  return (
    <fieldset className="inline-flex items-stretch overflow-hidden rounded-lg border border-edge bg-ink/60">
      <legend className="sr-only">{label}</legend>
      <button
        type="button"
        aria-label="Quitar uno"
        className={step}
        disabled={value <= 1}
        onClick={() => onChange(Math.max(1, value - 1))}
      >
        <Minus className="size-4" />
      </button>
      <input
        aria-label={label}
        aria-describedby={describedBy}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(value)}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={settle}
        onKeyDown={(event) => event.key === 'Enter' && settle()}
        style={{ width: `${Math.max(compact ? 3 : 4, (typed ?? String(value)).length + 2)}ch` }}
        className="min-w-0 border-x border-line bg-transparent text-center font-display text-lg font-semibold tabular-nums focus-visible:outline-offset-[-2px]"
      />
      <button type="button" aria-label="Agregar uno" className={step} onClick={() => onChange(value + 1)}>
        <Plus className="size-4" />
      </button>
    </fieldset>
  )
}

/** The leading integer; 1 if missing or below 1; at most `max`. */
export function parseQuantity(text: string, max: number): number {
  const parsed = Number.parseInt(text, 10)
  return parsed >= 1 ? Math.min(parsed, max) : 1
}
