import { type FiltersProps, Group } from './filter-group.tsx'
import { RangeForm } from './range-form.tsx'

/** Resets when the address has other prices. */
export function PriceFilter({ facets: { prices }, search: { min, max }, onChange }: FiltersProps) {
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
