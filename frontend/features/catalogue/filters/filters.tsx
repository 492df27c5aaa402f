import { Check } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { FacetName } from '#backend/domain/product/facets.limits.ts'
import type { leastStars } from '#backend/domain/product/product.limits.ts'
import type { CataloguePage } from '#frontend/api.ts'
import type { CatalogueSearch } from '#frontend/features/catalogue/catalogue-search.ts'
import { Stars } from '#frontend/ui/figures/stars.tsx'
import { brandsOf, type Change, specsIn, starsLabel, withAttribute, withBrand, withSpec } from './chosen-filters.ts'
import { RangeForm } from './range-form.tsx'

export type FiltersProps = {
  facets: CataloguePage['facets']
  search: CatalogueSearch
  onChange: (change: Change) => void
}

const groups: { readonly [Name in FacetName]: ComponentType<FiltersProps> } = {
  prices: Prices,
  brands: Brands,
  ratings: Ratings,
  attributes: Attributes,
  specs: Specs,
  stock: Stock,
}

export function Filters(props: FiltersProps) {
  return (
    <div className="divide-y divide-line">
      {Object.entries(groups).map(([name, FacetGroup]) => (
        <FacetGroup key={name} {...props} />
      ))}
    </div>
  )
}

/** Resets when the address has other prices. */
function Prices({ facets: { prices }, search: { min, max }, onChange }: FiltersProps) {
  return (
    <Group title="Precio">
      <RangeForm
        key={`${min} ${max}`}
        of="Precio"
        names={['Precio mínimo', 'Precio máximo']}
        rule="Escribí un precio, por ejemplo 150.000."
        present={{ min, max }}
        bounds={prices}
        onEnds={(ends) => onChange({ min: ends.min, max: ends.max })}
      />
    </Group>
  )
}

function Brands({ facets, search, onChange }: FiltersProps) {
  const brands = withChosen(facets.brands, brandsOf(search))
  if (brands.length === 0) return null
  return (
    <Group title="Marca">
      {brands.map(({ name, count, isOn }) => (
        <Choice key={name} count={count} isOn={isOn} onToggle={() => onChange(withBrand(search, name))}>
          {name}
        </Choice>
      ))}
    </Group>
  )
}

function Stock({ facets, search, onChange }: FiltersProps) {
  return (
    <Group title="Disponibilidad">
      <Choice
        count={facets.stock.available}
        isOn={!search.stock}
        onToggle={() => onChange({ stock: search.stock ? undefined : 'todos' })}
      >
        Solo en stock
      </Choice>
    </Group>
  )
}

function Ratings({ facets, search, onChange }: FiltersProps) {
  const offered = facets.ratings.filter(({ stars, count }) => count > 0 || String(stars) === search.rating)
  if (offered.length === 0) return null
  return (
    <Group title="Calificación">
      {offered.map(({ stars, count }) => {
        const rating = String(stars) as (typeof leastStars)[number]
        const isOn = search.rating === rating
        return (
          <Choice
            key={stars}
            count={count}
            isOn={isOn}
            onToggle={() => onChange({ rating: isOn ? undefined : rating })}
          >
            <span className="sr-only">{starsLabel(stars)}</span>
            <span aria-hidden className="flex items-center gap-2">
              <Stars score={stars} size="size-4" />o más
            </span>
          </Choice>
        )
      })}
    </Group>
  )
}

function Attributes({ facets, search, onChange }: FiltersProps) {
  const chosen = specsIn(search.attr)
  return facets.attributes.map(({ key, label, isOneOf, unknown, options }) => {
    const isOn = (value: string) => chosen.some((one) => one.name === key && one.value === value)
    return (
      <Group key={key} title={label}>
        {options.map(({ value, label: text, count }) => (
          <Choice
            key={value}
            count={count}
            isOn={isOn(value)}
            onToggle={() => onChange(withAttribute(search, { name: key, value }, isOneOf))}
          >
            {text}
          </Choice>
        ))}
        {isOneOf && (
          <Between
            label={label}
            chosen={chosen.find(({ name }) => name === key)?.value ?? ''}
            onValue={(value) => onChange(withAttribute(search, { name: key, value }, true))}
          />
        )}
        {unknown > 0 && (
          <p className="mt-1 text-xs text-muted">{unknown === 1 ? '1 no lo indica' : `${unknown} no lo indican`}</p>
        )}
      </Group>
    )
  })
}

type BetweenProps = { label: string; chosen: string; onValue: (value: string) => void }

/** Own ends beside the steps of a number, folded; choosing the same again would take it away. */
function Between({ label, chosen, onValue }: BetweenProps) {
  const [from, to] = chosen.includes('..') ? chosen.split('..') : []
  return (
    <details className="mt-1">
      <summary className="min-h-9 cursor-pointer py-2 text-sm text-muted max-lg:min-h-11">Otro rango</summary>
      <RangeForm
        key={chosen}
        of={label}
        names={[`${label} desde`, `${label} hasta`]}
        rule="Escribí un número, por ejemplo 144."
        present={{ min: from ? Number(from) : undefined, max: to ? Number(to) : undefined }}
        onEnds={({ min, max }) => {
          const isOpen = min === undefined && max === undefined
          const value = isOpen ? chosen : `${min ?? ''}..${max ?? ''}`
          if (isOpen ? chosen : value !== chosen) onValue(value)
        }}
      />
    </details>
  )
}

function Specs({ facets, search, onChange }: FiltersProps) {
  const chosen = specsIn(search.spec)
  const names = [...new Set([...facets.specs.map(({ name }) => name), ...chosen.map(({ name }) => name)])]
  return names.map((name) => {
    const counted = facets.specs.find((spec) => spec.name === name)?.values ?? []
    const values = withChosen(
      counted.map(({ value, count }) => ({ name: value, count })),
      chosen.filter((spec) => spec.name === name).map(({ value }) => value),
    )
    return (
      <Group key={name} title={name}>
        {values.map(({ name: value, count, isOn }) => (
          <Choice key={value} count={count} isOn={isOn} onToggle={() => onChange(withSpec(search, { name, value }))}>
            {value}
          </Choice>
        ))}
      </Group>
    )
  })
}

/** Adds chosen values without hits, so that they can be deselected. */
function withChosen(counted: readonly { name: string; count: number }[], chosen: readonly string[]) {
  const missing = chosen.filter((name) => !counted.some((each) => each.name === name))
  return [...counted, ...missing.map((name) => ({ name, count: 0 }))].map((each) => ({
    ...each,
    isOn: chosen.includes(each.name),
  }))
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 py-4 first:pt-0">
      <legend className="float-left mb-1.5 w-full font-display text-sm font-semibold">{title}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  )
}

type ChoiceProps = { count: number; isOn: boolean; onToggle: () => void; children: ReactNode }

function Choice({ count, isOn, onToggle, children }: ChoiceProps) {
  return (
    <label className="-mx-2 flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2 py-1 text-sm text-muted hover:bg-raised hover:text-text has-checked:text-text max-lg:min-h-11">
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          type="checkbox"
          checked={isOn}
          onChange={onToggle}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded border border-edge bg-ink/70 checked:border-violet checked:bg-violet-deep"
        />
        <Check className="pointer-events-none relative hidden size-3.5 text-white peer-checked:block" />
      </span>
      <span className="min-w-0 grow leading-snug">{children}</span>
      <span className="font-display text-xs tabular-nums opacity-75">
        {count}
        <span className="sr-only"> {count === 1 ? 'producto' : 'productos'}</span>
      </span>
    </label>
  )
}
