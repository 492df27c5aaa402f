// Shows what two admins made of the same fields of a product, side by side, to choose which one stays.
import { readDecimal } from '#backend/domain/product/decimal.limits.ts'
import { noneWord } from '#backend/domain/product/schema/attribute-value.limits.ts'
import { panelPrice } from '#frontend/features/panel/panel-price.ts'
import { entryOf, formLabels, type ProductEntry, type ProductValues } from './product-entry.ts'

type Part = keyof typeof formLabels
/** The fields as first loaded, as typed, and as they are now. */
export type Conflict = { parts: readonly Part[]; before: ProductEntry; mine: ProductEntry; theirs: ProductEntry }

/** `changed`: the fields' current values. */
export function conflictOf(seen: ProductValues, mine: ProductEntry, changed: Record<string, unknown>): Conflict {
  const parts = (Object.keys(formLabels) as Part[]).filter((part) => part in changed)
  return { parts, mine, before: entryOf(seen), theirs: entryOf({ ...seen, ...(changed as Partial<ProductValues>) }) }
}

type Props = { conflict: Conflict; entry: ProductEntry; onChoose: (part: Part, of: ProductEntry) => void }

/** The admin keeps one of both; typing a new value keeps neither. */
export function ConflictChoice({ conflict: { parts, before, mine, theirs }, entry, onChoose }: Props) {
  return (
    <section aria-label="Cambios de otra persona" className="cut border border-warn/60 bg-surface p-4">
      <p className="font-semibold text-warn">Otra persona cambió lo mismo mientras lo editabas.</p>
      <p className="mt-1 text-sm text-muted">Elegí qué queda y volvé a confirmar.</p>
      {parts.map((part) => (
        <fieldset key={part} className="mt-4">
          <legend className="font-medium">{formLabels[part]}</legend>
          <div className="mt-2 grid gap-2 sm:grid-cols-2">
            {Object.entries({ 'Lo tuyo': mine, 'De la otra persona': theirs }).map(([whose, version]) => (
              <Version
                key={whose}
                part={part}
                whose={whose}
                version={version}
                other={version === mine ? theirs : mine}
                isKept={wordsOf(entry, part).join() === wordsOf(version, part).join()}
                onKeep={() => onChoose(part, version)}
              />
            ))}
          </div>
          <p className="mt-1.5 text-sm wrap-anywhere text-muted">
            Al abrirlo decía: {lines(before, part, [mine, theirs]).join(' · ')}
          </p>
        </fieldset>
      ))}
    </section>
  )
}

type VersionProps = {
  part: Part
  whose: string
  version: ProductEntry
  other: ProductEntry
  isKept: boolean
  onKeep: () => void
}

function Version({ part, whose, version, other, isKept, onKeep }: VersionProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-lg border border-line p-3 has-checked:border-cyan">
      <input
        type="radio"
        name={`conflict.${part}`}
        checked={isKept}
        onChange={onKeep}
        className="mt-0.5 size-5 shrink-0"
      />
      <span className="min-w-0">
        <span className="block text-sm text-muted">{whose}</span>
        {lines(version, part, [other]).map((line) => (
          <span key={line} className="block wrap-anywhere whitespace-pre-line">
            {line}
          </span>
        ))}
      </span>
    </label>
  )
}

function lines(entry: ProductEntry, part: Part, others: readonly ProductEntry[]): string[] {
  const own = wordsOf(entry, part)
  const telling = own.filter((line) => !others.every((other) => wordsOf(other, part).includes(line)))
  if (telling.length > 0) return telling
  return own.length > 0 ? ['lo mismo, en otro orden o con algo menos'] : ['nada']
}

function wordsOf(entry: ProductEntry, part: Part): string[] {
  if (part === 'specs') return entry.specs.map(({ name, value }) => `${name}: ${value}`)
  if (part === 'pictures') return entry.pictures.map(({ url, alt }) => (alt ? `${alt} (${url})` : url))
  if (part === 'attributes') return Object.entries(entry.attributes).map(([key, text]) => `${key}: ${text ?? noneWord}`)
  if (part !== 'price') return [entry[part]]
  const price = readDecimal(entry.price.trim())
  return [price === null ? entry.price : panelPrice(price)]
}
