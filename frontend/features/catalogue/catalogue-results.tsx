// The catalogue's results in each of their states: loading, shown, nothing found, empty shop, failed.
import type { UseQueryResult } from '@tanstack/react-query'
import { PackageOpen, SearchX, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { pageSize } from '#backend/domain/product/product.limits.ts'
import type { CatalogueItem, CataloguePage } from '#frontend/api.ts'
import { hasCode, messageOf } from '#frontend/api-error.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Failure } from '#frontend/ui/failure.tsx'
import { Pagination } from '#frontend/ui/pagination.tsx'
import type { CatalogueSearch } from './catalogue-search.ts'
import { NearestProducts } from './nearest-products.tsx'
import { ProductCard, ProductCardBlank } from './product-card.tsx'

type Props = {
  catalogue: UseQueryResult<CataloguePage>
  search: CatalogueSearch
  chosen: Map<number, number>
  sortForm: ReactNode
  onPage: (page: number) => void
  onDropQuery: () => void
  onDropAll: () => void
}

const grid = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6'

/** `chosen` is what lies in the shopper's cart: the stock shown is what it leaves. */
export function CatalogueResults({ catalogue, search, chosen, sortForm, onPage, onDropQuery, onDropAll }: Props) {
  const top = useRef<HTMLDivElement>(null)
  const { data } = catalogue
  // An address may name a category that the shop does not have: nothing is found there.
  const absurd = hasCode(catalogue.error, 'validation')
  const turn = (page: number) => {
    onPage(page)
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <section aria-label="Productos" className="mt-4">
      <div
        ref={top}
        className="flex scroll-mt-24 flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y border-line py-3"
      >
        <p role="status" className="flex min-h-11 flex-wrap items-center gap-3 text-sm text-muted">
          {data && <Count total={data.total} />}
          {!data && catalogue.isPending && 'Cargando productos…'}
        </p>
        {search.q && <QueryChip query={search.q} onDrop={onDropQuery} />}
        {sortForm}
      </div>
      {catalogue.isPending && <Loading />}
      {catalogue.isError && !data && !absurd && <Failed error={catalogue.error} onRetry={catalogue.refetch} />}
      {(absurd || data?.total === 0) && (
        <Nothing filtered={Boolean(search.q || search.category)} nearest={data?.nearest ?? []} onDropAll={onDropAll} />
      )}
      {data && data.total > 0 && (
        <div aria-busy={catalogue.isPlaceholderData} className="transition-opacity aria-busy:opacity-55">
          <Cards data={data} chosen={chosen} onPage={onPage} onPageBelow={turn} />
        </div>
      )}
    </section>
  )
}

type CardsProps = {
  data: CataloguePage
  chosen: Map<number, number>
  onPage: (page: number) => void
  onPageBelow: (page: number) => void
}

function Cards({ data, chosen, onPage, onPageBelow }: CardsProps) {
  return (
    <>
      <div className="py-4">
        <Pagination page={data.page} pages={data.pages} label="Páginas, arriba" onPage={onPage} />
      </div>
      <ul className={grid}>
        {data.items.map((product, index) => (
          <li key={product.id}>
            <ProductCard
              product={product}
              stock={Math.max(0, product.stock - (chosen.get(product.id) ?? 0))}
              first={index < 3}
            />
          </li>
        ))}
      </ul>
      <div className="pt-8">
        <Pagination page={data.page} pages={data.pages} label="Páginas, abajo" onPage={onPageBelow} />
      </div>
    </>
  )
}

function QueryChip({ query, onDrop }: { query: string; onDrop: () => void }) {
  return (
    <button
      type="button"
      onClick={onDrop}
      className="mr-auto inline-flex min-h-11 items-center gap-2 rounded-full border border-cyan/50 bg-cyan/10 px-4 text-sm font-medium text-cyan hover:bg-cyan/20"
    >
      Búsqueda: «{query}»
      <X className="size-4" aria-hidden />
      <span className="sr-only">, quitar la búsqueda</span>
    </button>
  )
}

function Count({ total }: { total: number }) {
  return (
    <span>
      <span className="font-display text-base font-semibold text-text tabular-nums">
        {total.toLocaleString('es-AR')}
      </span>{' '}
      {total === 1 ? 'producto' : 'productos'}
    </span>
  )
}

function Loading() {
  return (
    <div className="relative">
      <div className="h-19" />
      <div className={grid}>
        {Array.from({ length: pageSize }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places have no identity
          <ProductCardBlank key={place} />
        ))}
      </div>
      <img
        src="/loading.svg"
        alt="Cargando productos"
        width={72}
        height={72}
        className="absolute top-48 left-1/2 size-18 -translate-x-1/2 rounded-2xl bg-ink/80 p-2"
      />
    </div>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  return (
    <div className="mt-6">
      <Failure title="No pudimos cargar los productos" detail={messageOf(error)} onRetry={onRetry} />
    </div>
  )
}

type NothingProps = { filtered: boolean; nearest: CatalogueItem[]; onDropAll: () => void }

function Nothing({ filtered, nearest, onDropAll }: NothingProps) {
  return (
    <div className="mt-6">
      {filtered ? (
        <Blank
          icon={<SearchX aria-hidden />}
          title="No se encontraron productos"
          actions={<Button onClick={onDropAll}>Ver todos los productos</Button>}
        >
          Probá con otra palabra o con menos filtros.
        </Blank>
      ) : (
        <Blank icon={<PackageOpen aria-hidden />} title="Todavía no hay productos a la venta">
          Estamos cargando el catálogo. Volvé en un rato.
        </Blank>
      )}
      {nearest.length > 0 && <NearestProducts products={nearest} />}
    </div>
  )
}
