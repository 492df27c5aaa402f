import type { ReactNode } from 'react'
import type { CataloguePage } from '#frontend/api.ts'
import type { CatalogueSearch } from '#frontend/features/catalogue/catalogue-search.ts'
import type { Change } from './chosen-filters.ts'

export type FiltersProps = {
  facets: CataloguePage['facets']
  search: CatalogueSearch
  onChange: (change: Change) => void
}

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 py-4 first:pt-0">
      <legend className="float-left mb-1.5 w-full font-display text-sm font-semibold">{title}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  )
}
