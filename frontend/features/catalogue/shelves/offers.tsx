import { useQuery } from '@tanstack/react-query'
import type { Offer } from '#frontend/api.ts'
import { offersQuery } from '#frontend/features/catalogue/catalogue.queries.ts'
import { fallOf, SavedBadge } from '#frontend/features/catalogue/price-fall.tsx'
import { formatDay } from '#frontend/ui/figures/moment.ts'
import { PriceBlock } from '#frontend/ui/figures/price-block.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'
import { ProductTile, ShelfBlank, shelfGrid } from './product-tile.tsx'

export function Offers() {
  const { data, isPending, error, refetch } = useQuery(offersQuery)
  if (isPending) return <ShelfBlank label="Cargando las ofertas" />
  if (!data) return <Failure title="No pudimos cargar las ofertas" of={error} onRetry={refetch} />
  if (data.length === 0)
    return <p className="text-lg text-muted">Hoy no hay precios rebajados. Volvé pronto, o mirá todo el catálogo.</p>
  return (
    <ul className={shelfGrid}>
      {data.map((offer) => (
        <li key={offer.id}>
          <OfferTile offer={offer} />
        </li>
      ))}
    </ul>
  )
}

function OfferTile({ offer }: { offer: Offer }) {
  const fall = fallOf(offer)
  const badge = fall && <SavedBadge percent={fall.percent} className="absolute top-3 left-3" />
  return (
    <ProductTile product={offer} badge={badge}>
      <span className="mt-auto">
        <PriceBlock of={offer} before={fall?.previousPrice} className="text-lg sm:text-2xl" />
      </span>
      {fall && <span className="text-xs text-muted">Bajó el {formatDay(fall.since)}</span>}
    </ProductTile>
  )
}
