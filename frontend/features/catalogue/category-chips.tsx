type Props = {
  categories: { name: string; count: number }[]
  chosen: string | undefined
  onChoose: (name: string | undefined) => void
}

const chip = 'flex min-h-11 shrink-0 items-center gap-2 rounded-full border px-4 text-sm font-medium transition'
const off = `${chip} border-line bg-surface text-muted hover:border-violet-soft hover:text-text`
const on = `${chip} border-violet bg-violet/20 text-text`

export function CategoryChips({ categories, chosen, onChoose }: Props) {
  // Adds a chosen category without hits, so that it can be deselected.
  const missing = chosen && !categories.some(({ name }) => name === chosen)
  const shown = missing ? [{ name: chosen, count: 0 }, ...categories] : categories
  return (
    <fieldset className="-mx-4 min-w-0 sm:mx-0">
      <legend className="sr-only">Filtrar por categoría</legend>
      <div className="flex gap-2 overflow-x-auto px-4 py-1.5 [scrollbar-width:none] sm:flex-wrap sm:px-0">
        <button type="button" aria-pressed={!chosen} className={chosen ? off : on} onClick={() => onChoose(undefined)}>
          Todas
        </button>
        {shown.map(({ name, count }) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === chosen}
            className={name === chosen ? on : off}
            onClick={() => onChoose(name === chosen ? undefined : name)}
          >
            {name}
            <span className="font-display text-xs tabular-nums opacity-75">{count}</span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}

export function CategoryChipsBlank() {
  return (
    <div aria-hidden className="flex gap-2 overflow-hidden py-1.5 sm:flex-wrap">
      {[20, 44, 34, 30, 32, 36, 34, 30, 42, 28, 30, 36].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places have no identity
        <div key={index} className="shimmer h-11 shrink-0 rounded-full" style={{ width: `${width / 4}rem` }} />
      ))}
    </div>
  )
}
