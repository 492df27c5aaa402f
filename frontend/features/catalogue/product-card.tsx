import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { CatalogueItem } from '#frontend/api.ts'
import { PriceBlock } from '#frontend/ui/figures/price-block.tsx'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'
import type { CatalogueSearch } from './catalogue-search.ts'
import { CompareToggle } from './compare/compare-toggle.tsx'
import { fallOf, SavedBadge } from './price-fall.tsx'
import { RatingMark } from './rating-mark.tsx'

type Props = { product: CatalogueItem; stock: number; first: boolean; search: CatalogueSearch }

/** `stock`: the shopper's remaining view of it; `first`: visible without scrolling; `search`: the card's list. */
export function ProductCard({ product, stock, first, search }: Props) {
  const fall = fallOf(product)
  return (
    <article className="group cut-lg relative flex h-full flex-col overflow-hidden border border-line bg-surface transition duration-200 hover:-translate-y-1 hover:border-violet hover:shadow-glow has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-3 has-[a:focus-visible]:outline-cyan">
      <ProductPicture
        src={product.imageUrl}
        name={product.name}
        first={first}
        sizes="(min-width: 1280px) 310px, (min-width: 1024px) 36vw, 50vw"
      />
      {fall && <SavedBadge percent={fall.percent} className="absolute top-3 left-3" />}
      <div className="flex grow flex-col gap-2.5 border-t border-line p-3 sm:gap-3 sm:p-5">
        <p className="flex justify-between gap-x-2 gap-y-1 text-xs text-muted max-sm:flex-col sm:items-center">
          <span className="truncate font-medium tracking-wide text-cyan">{product.category}</span>
          <RatingMark rating={product.rating} none="Sin reseñas" />
        </p>
        <h2 className="line-clamp-3 min-h-[2.5em] text-sm leading-tight font-semibold sm:line-clamp-2 sm:text-lg">
          {product.name.toLocaleUpperCase('es-AR')}
        </h2>
        <p className="line-clamp-2 min-h-[3em] text-xs leading-normal text-muted sm:text-sm">{product.description}</p>
        <CardStock stock={stock} />
        <CompareToggle product={product} className="-my-2" />
        <div className="mt-auto flex flex-wrap items-end justify-between gap-x-3 pt-1">
          <PriceBlock of={product} before={fall?.previousPrice} className="text-lg sm:text-2xl" />
          <Link
            to="/product/$id"
            params={{ id: product.id }}
            state={{ catalogue: search }}
            className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-violet-soft outline-none group-hover:text-text after:absolute after:inset-0 after:content-['']"
          >
            Detalle
            <span className="sr-only"> de {product.name}</span>
            <ArrowRight className="size-4 transition-transform group-hover:translate-x-1" />
          </Link>
        </div>
      </div>
    </article>
  )
}

function CardStock({ stock }: { stock: number }) {
  return (
    <p className="text-xs text-muted">
      Unidades Disponibles:{' '}
      <span className={`font-semibold tabular-nums ${stock > 0 ? 'text-text' : 'text-bad'}`}>{stock}</span>
    </p>
  )
}

export function ProductCardBlank() {
  return (
    <div aria-hidden className="cut-lg overflow-hidden border border-line bg-surface">
      <div className="shimmer aspect-square" />
      <div className="flex flex-col gap-3 border-t border-line p-3 sm:p-5">
        <div className="shimmer h-4 w-1/3 rounded" />
        <div className="shimmer h-[2.8rem] rounded" />
        <div className="shimmer h-[2.6rem] rounded" />
        <div className="shimmer h-4 w-1/2 rounded" />
        <div className="flex h-11 items-center">
          <div className="shimmer h-8 w-2/5 rounded" />
        </div>
      </div>
    </div>
  )
}
