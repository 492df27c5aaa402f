// What became cheaper lately, with the price of before.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Offer } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { Failure } from '#frontend/ui/failure.tsx'
import { formatDay } from '#frontend/ui/moment.ts'
import { Price } from '#frontend/ui/price.tsx'
import { ProductPicture } from '#frontend/ui/product-picture.tsx'
import { offersQuery } from './catalogue.queries.ts'

/** The offers as cards; says so where there are none. */
export function Offers() {
  const { data, isPending, error, refetch } = useQuery(offersQuery)
  if (isPending) return <OffersBlank />
  if (!data) return <Failure title="No pudimos cargar las ofertas" detail={messageOf(error)} onRetry={refetch} />
  if (data.length === 0)
    return <p className="text-lg text-muted">Hoy no hay precios rebajados. Volvé pronto, o mirá todo el catálogo.</p>
  return (
    <ul className={grid}>
      {data.map((offer) => (
        <li key={offer.id}>
          <OfferCard offer={offer} />
        </li>
      ))}
    </ul>
  )
}

const grid = 'grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4'

function OfferCard({ offer }: { offer: Offer }) {
  const saved = Math.floor((1 - offer.price / offer.previousPrice) * 100)
  return (
    <Link
      to="/product/$id"
      params={{ id: offer.id }}
      className="cut-lg group flex h-full flex-col overflow-hidden border border-line bg-surface transition duration-200 hover:-translate-y-1 hover:border-violet hover:shadow-glow"
    >
      <span className="relative">
        <ProductPicture src={offer.imageUrl} name={offer.name} sizes="(min-width: 1024px) 300px, 50vw" decorative />
        {saved > 0 && (
          <span className="cut absolute top-3 left-3 bg-magenta px-2.5 py-1 font-display text-sm font-bold text-ink">
            <span className="sr-only">Rebajado un </span>
            <span aria-hidden>−</span>
            {saved} %
          </span>
        )}
      </span>
      <span className="flex grow flex-col gap-2 border-t border-line p-4">
        <span className="line-clamp-2 min-h-[2.5em] text-sm leading-tight font-semibold sm:text-base">
          {offer.name}
        </span>
        <span className="mt-auto flex flex-wrap items-baseline gap-x-3">
          <Price amount={offer.price} className="text-lg sm:text-2xl" />
          <s className="text-sm text-muted">
            <span className="sr-only">antes </span>
            <Price amount={offer.previousPrice} className="font-normal" />
          </s>
        </span>
        <span className="text-xs text-muted">Bajó el {formatDay(offer.since)}</span>
      </span>
    </Link>
  )
}

function OffersBlank() {
  return (
    <div role="status" aria-label="Cargando las ofertas" className={grid}>
      {[1, 2, 3, 4].map((place) => (
        <div key={place} className="shimmer cut-lg h-72 sm:h-96" />
      ))}
    </div>
  )
}
