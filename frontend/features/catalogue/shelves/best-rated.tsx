// What buyers rate best, of the whole shop or beside a product.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CatalogueItem } from '#frontend/api.ts'
import { bestRatedQuery } from '#frontend/features/catalogue/catalogue.queries.ts'
import type { CatalogueSearch } from '#frontend/features/catalogue/catalogue-search.ts'
import { Price } from '#frontend/ui/price.tsx'
import { Stars } from '#frontend/ui/stars.tsx'
import { ProductTile, shelfGrid } from './product-tile.tsx'
import { ShelfBlank } from './shelf-blank.tsx'

/** As many as fill one row of a wide screen. */
const SHOWN = 4

type Props = {
  /** Of which part of the catalogue; all of it if nothing is said. */
  of?: Pick<CatalogueSearch, 'category'>
  /** A product that is shown already. */
  but?: number
  /** Puts the tiles where they belong, with their title. */
  frame: (tiles: ReactNode) => ReactNode
}

/** Nothing at all, no title either, where there is nothing to show: it stands beside what the page is about. */
export function BestRated({ of = {}, but, frame }: Props) {
  const { data, isPending } = useQuery(bestRatedQuery(of))
  const shown = data?.items.filter(({ id }) => id !== but).slice(0, SHOWN) ?? []
  if (!isPending && shown.length === 0) return null
  return frame(isPending ? <ShelfBlank label="Cargando productos" /> : <Tiles products={shown} />)
}

function Tiles({ products }: { products: CatalogueItem[] }) {
  return (
    <ul className={shelfGrid}>
      {products.map((product) => (
        <li key={product.id}>
          <ProductTile product={product}>
            <span className="flex items-center gap-1.5 text-xs text-muted">
              <Stars score={product.rating.average} count={product.rating.count} size="size-3.5" />
              <span aria-hidden>({product.rating.count})</span>
            </span>
            <Price amount={product.price} className="mt-auto text-lg sm:text-2xl" />
          </ProductTile>
        </li>
      ))}
    </ul>
  )
}
