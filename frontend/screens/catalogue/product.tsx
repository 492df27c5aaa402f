import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouterState } from '@tanstack/react-router'
import { ArrowLeft, MessageSquarePlus, PackageX } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { comparedLimits } from '#backend/domain/product/schema/compared.limits.ts'
import type { Product } from '#frontend/api.ts'
import { hasCode } from '#frontend/api-error.ts'
import { AddToCart } from '#frontend/features/cart/add-to-cart.tsx'
import { useChosenQuantities } from '#frontend/features/cart/cart.queries.ts'
import { Promises } from '#frontend/features/cart/promises.tsx'
import { productQuery } from '#frontend/features/catalogue/catalogue.queries.ts'
import { CompareToggle } from '#frontend/features/catalogue/compare/compare-toggle.tsx'
import { useCompared } from '#frontend/features/catalogue/compare/compared-products.ts'
import { ProductGallery } from '#frontend/features/catalogue/gallery/product-gallery.tsx'
import { fallOf, SavedBadge } from '#frontend/features/catalogue/price-fall.tsx'
import { PaidInParts, PricesSinceStart } from '#frontend/features/catalogue/prices/lazy-prices.tsx'
import { ProductBlank } from '#frontend/features/catalogue/product-blank.tsx'
import { ProductShelf } from '#frontend/features/catalogue/shelves/product-shelf.tsx'
import { forgetSeenProduct, rememberSeen, useSeenProducts } from '#frontend/features/catalogue/shelves/seen-products.ts'
import { SpecSheet } from '#frontend/features/catalogue/spec-sheet.tsx'
import { DeliveryEstimate } from '#frontend/features/delivery/delivery-estimate.tsx'
import { ReviewsPanel } from '#frontend/features/reviews/reviews-panel.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { useLive } from '#frontend/live/live.ts'
import { useLastChange } from '#frontend/live/product-changes.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { formatDay } from '#frontend/ui/figures/moment.ts'
import { PriceBefore, PriceBlock } from '#frontend/ui/figures/price-block.tsx'
import { formatScore } from '#frontend/ui/figures/score.ts'
import { Stars } from '#frontend/ui/figures/stars.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'

const RecentlySeen = lazy(() => import('#frontend/features/catalogue/shelves/recently-seen.tsx'))
const route = getRouteApi('/product/$id')
const ABSENT = 'No hay Stock o no existe el producto!'

export default function ProductScreen() {
  const { id } = route.useParams()
  useLive()
  const product = useQuery(productQuery(id))
  // Keeps showing a product that is withdrawn while somebody reads it.
  const [read, setRead] = useState(0)
  if (product.data?.isActive && read !== id) setRead(id)
  const absent = hasCode(product.error, 'not_found') || (product.data?.isActive === false && read !== id)
  useEffect(() => {
    if (!absent) return
    console.info(ABSENT)
    forgetSeenProduct(id)
  }, [absent, id])
  if (product.data && !absent) return <ProductDetail product={product.data} />
  return (
    <Page here="Producto">
      {absent && <PageHeading title="Producto no disponible" className="sr-only" />}
      {absent && <Blank icon={<PackageX />} title={ABSENT} actions={<ButtonLink to="/home">Volver</ButtonLink>} />}
      {!absent && product.isPending && <ProductBlank />}
      {!absent && product.isError && (
        <Failure title="No pudimos cargar el producto" of={product.error} onRetry={product.refetch} />
      )}
    </Page>
  )
}

function ProductDetail({ product }: { product: Product }) {
  const others = useSeenProducts().filter(({ id }) => id !== product.id)
  const { id, imageUrl } = product
  useEffect(() => rememberSeen({ id, name: product.name, imageUrl }), [id, product.name, imageUrl])
  const name = product.name.charAt(0).toLocaleUpperCase('es-AR') + product.name.slice(1)
  const category = (
    <Link to="/home" search={{ category: product.category }}>
      {product.category}
    </Link>
  )
  return (
    <Page here={name} trail={category}>
      <div className="grid gap-8 md:grid-cols-2 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:gap-14">
        <ProductGallery name={name} pictures={product.pictures} />
        <div className="flex flex-col gap-6">
          <div>
            <p className="text-sm font-semibold tracking-wide text-cyan">{product.category}</p>
            <PageHeading title={name} className="mt-2 text-3xl leading-[1.1] font-bold sm:text-4xl" />
            <RatingLink rating={product.rating} />
          </div>
          <p className="leading-relaxed text-muted">{product.description}</p>
          <Buying key={product.id} product={product} />
          <DeliveryEstimate subtotal={product.price} />
          <OtherWays product={product} />
          <SpecSheet sheet={product.sheet} />
          <PricesSinceStart key={`prices ${product.id}`} id={product.id} />
        </div>
      </div>
      <div className="mt-16 border-t border-line pt-12">
        <Reviews product={product} />
      </div>
      <ProductShelf
        of="bestRated"
        beside={id}
        frame={(tiles) => (
          <section aria-labelledby="related-title" className="mt-16 border-t border-line pt-12">
            <h2 id="related-title" className="mb-5 text-xl font-semibold sm:text-2xl">
              También en {product.category}
            </h2>
            {tiles}
          </section>
        )}
      />
      <Suspense>{others.length > 0 && <RecentlySeen products={others} />}</Suspense>
    </Page>
  )
}

function Reviews({ product }: { product: Product }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ReviewsPanel
      product={product}
      asked={search}
      onAsk={(next, isCorrection) =>
        void navigate({ search: next, state: true, resetScroll: false, replace: isCorrection ?? false })
      }
    />
  )
}

function RatingLink({ rating: { average, count } }: Pick<Product, 'rating'>) {
  return (
    <a href="#reviews" className="mt-1.5 inline-flex min-h-11 items-center gap-2 text-sm text-muted hover:text-text">
      <Stars score={average} />
      {average !== null && <span className="font-semibold text-text">{formatScore(average)}</span>}
      {count === 0 ? 'Sin reseñas todavía' : `${count} ${count === 1 ? 'reseña' : 'reseñas'}`}
    </a>
  )
}

function Buying({ product }: { product: Product }) {
  const navigate = route.useNavigate()
  const catalogue = useRouterState({ select: ({ location }) => location.state.catalogue })
  const chosen = useChosenQuantities()
  const stock = Math.max(0, product.stock - (chosen.get(product.id) ?? 0))
  return (
    <div className="relative">
      <div className="cut-lg flex flex-col gap-5 border border-line bg-surface p-5 sm:p-6">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <div>
            <Fallen product={product} />
            <PriceBlock of={product} className="text-4xl sm:text-[2.75rem]" />
          </div>
          <p className={`flex items-center gap-2 text-sm font-medium ${stock > 0 ? 'text-ok' : 'text-bad'}`}>
            <span aria-hidden className="size-2 rounded-full bg-current" />
            Stock: {stock}
          </p>
        </div>
        <PaidInParts id={product.id} price={product.price} />
        <AddToCart
          product={product}
          onAdded={() => void navigate({ to: '/home', search: catalogue ?? {} })}
          onSeeCart={() => void navigate({ to: '/shoppingCart' })}
          onSignIn={() => void navigate({ to: '/login', search: { redirect: '/shoppingCart' } })}
        />
        <Promises />
      </div>
      <LastChange product={product} own={chosen.get(product.id) ?? 0} />
    </div>
  )
}

/** Freezes the initial price drop: later changes are announced without moving what somebody is about to press. */
function Fallen({ product }: { product: Product }) {
  const [first] = useState(() => fallOf(product))
  if (!first) return null
  const fall = fallOf({ price: product.price, priceFall: first })
  return (
    <p className={`mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm ${fall ? '' : 'invisible'}`}>
      <SavedBadge percent={(fall ?? first).percent} />
      <PriceBefore amount={first.previousPrice} className="text-base" />
      <span className="text-muted">Bajó el {formatDay(first.since)}</span>
      <span className="basis-full text-xs text-muted">
        El precio tachado fue el más bajo de los 30 días anteriores.
      </span>
    </p>
  )
}

/** Sits on the box's edge, so that buttons don't move. */
function LastChange({ product, own }: { product: Product; own: number }) {
  const { said } = useLastChange(product, own)
  return (
    <p
      role="status"
      className="pointer-events-none absolute top-0 right-4 left-4 -translate-y-1/2 text-center text-xs leading-snug font-medium sm:text-sm"
    >
      {said && (
        <span className="inline-block rounded-lg border border-warn/60 bg-raised px-3 py-1 text-warn motion-safe:animate-fade">
          {said}
        </span>
      )}
    </p>
  )
}

/** Returns to the originating list with its search, filters and page. */
function OtherWays({ product }: { product: Product }) {
  const { id } = product
  const compared = useCompared()
  const catalogue = useRouterState({ select: ({ location }) => location.state.catalogue })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <CompareToggle product={product} />
      {compared.length >= comparedLimits.least && (
        <ButtonLink to="/comparar" search={{ ids: compared.map((one) => one.id).join(',') }} look="quiet">
          Ver comparación ({compared.length})
        </ButtonLink>
      )}
      <ButtonLink to="/review/$id" params={{ id }} look="outline">
        <MessageSquarePlus className="size-4.5" />
        Dejar reseña
      </ButtonLink>
      <ButtonLink to="/home" search={catalogue ?? {}} look="quiet">
        <ArrowLeft className="size-4.5" />
        Volver
      </ButtonLink>
    </div>
  )
}
