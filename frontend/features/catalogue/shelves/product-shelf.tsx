import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ShelfItem } from '#frontend/api.ts'
import { type Shelf, shelfQuery } from '#frontend/features/catalogue/catalogue.queries.ts'
import { RatingMark } from '#frontend/features/catalogue/rating-mark.tsx'
import { PriceBlock } from '#frontend/ui/figures/price-block.tsx'
import { ProductTile, ShelfBlank, shelfGrid } from './product-tile.tsx'

type Props = Shelf & {
  frame: (tiles: ReactNode) => ReactNode
}

export function ProductShelf({ frame, ...shelf }: Props) {
  const { data, isPending } = useQuery(shelfQuery(shelf))
  if (isPending) return frame(<ShelfBlank label="Cargando productos" />)
  return data && data.length > 0 ? frame(<Tiles products={data} />) : null
}

function Tiles({ products }: { products: ShelfItem[] }) {
  return (
    <ul className={shelfGrid}>
      {products.map((product) => (
        <li key={product.id}>
          <ProductTile product={product}>
            <span className="flex min-h-4 items-center text-xs text-muted">
              <RatingMark rating={product.rating} none="Sin reseñas todavía" />
            </span>
            <span className="mt-auto">
              <PriceBlock of={product} className="text-lg sm:text-2xl" />
            </span>
          </ProductTile>
        </li>
      ))}
    </ul>
  )
}
