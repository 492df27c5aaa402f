import type { UseQueryResult } from '@tanstack/react-query'
import { PackageOpen, SearchX, SlidersHorizontal } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { largerPages, pageSize } from '#backend/domain/product/product.limits.ts'
import type { CataloguePage } from '#frontend/api.ts'
import { hasCode } from '#frontend/api-error.ts'
import { useCompared } from '#frontend/features/catalogue/compare/compared-products.ts'
import { AppliedFilters } from '#frontend/features/catalogue/filters/applied-filters.tsx'
import { type Change, chosenFilters, noFilters } from '#frontend/features/catalogue/filters/chosen-filters.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Pagination } from '#frontend/ui/pagination.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'
import type { CatalogueSearch } from './catalogue-search.ts'
import { ProductCard, ProductCardBlank } from './product-card.tsx'
import { SearchHints } from './search-hints.tsx'

const CompareBar = lazy(() => import('./compare/compare-bar.tsx'))
const FilterSheet = lazy(() => import('./filters/filter-sheet.tsx'))
const PopularCategories = lazy(() => import('./popular-categories.tsx'))

type Props = {
  catalogue: UseQueryResult<CataloguePage>
  search: CatalogueSearch
  chosen: Map<number, number>
  sortForm: ReactNode
  onPage: (page: number) => void
  onChange: (change: Change) => void
}

/** Puts filters and order within the thumb's reach on a phone. */
const reach =
  'flex items-center gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-4 max-sm:pt-2 max-sm:pb-[max(0.5rem,env(safe-area-inset-bottom))] max-sm:shadow-lift sm:gap-4'
const grid = 'grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-3'

/** `chosen`: the cart's units, subtracted from the shown stock. */
export function CatalogueResults({ catalogue, search, chosen, sortForm, onPage, onChange }: Props) {
  const top = useRef<HTMLDivElement>(null)
  const isComparing = useCompared().length > 0
  const { data } = catalogue
  // The address may name an unknown category, which counts as nothing found.
  const absurd = hasCode(catalogue.error, 'validation')
  const toTop = () => top.current?.scrollIntoView({ block: 'start' })
  return (
    <section aria-label="Productos" className="mt-4">
      <div ref={top} className="flex scroll-mt-24 items-center justify-between gap-4 border-line sm:border-y sm:py-3">
        <p role="status" className="min-h-5 text-sm text-muted">
          {data && <Count total={data.total} />}
          {!data && catalogue.isPending && 'Cargando productos…'}
        </p>
        <div data-phone-bar className={reach}>
          {data && <FiltersButton data={data} search={search} onChange={onChange} />}
          {sortForm}
        </div>
      </div>
      <AppliedFilters search={search} attributes={catalogue.data?.facets.attributes} onChange={onChange} />
      <Suspense>{isComparing && <CompareBar />}</Suspense>
      {data && search.q && <SearchHints q={search.q} found={data} />}
      {catalogue.isPending && <Loading />}
      {catalogue.isError && !data && !absurd && (
        <div className="mt-6">
          <Failure title="No pudimos cargar los productos" of={catalogue.error} onRetry={catalogue.refetch} />
        </div>
      )}
      {(absurd || data?.total === 0) && <Nothing search={search} popular={data?.popular ?? []} onChange={onChange} />}
      {data && data.total > 0 && (
        <div aria-busy={catalogue.isPlaceholderData} className="transition-opacity aria-busy:opacity-55">
          <Cards data={data} search={search} chosen={chosen} onPage={onPage} onChange={onChange} toTop={toTop} />
        </div>
      )}
    </section>
  )
}

type CardsProps = Omit<Props, 'catalogue' | 'sortForm'> & { data: CataloguePage; toTop: () => void }

/** Controls below the cards scroll to the top of the next page. A phone has only these, since products come first. */
function Cards({ data, search, chosen, onPage, onChange, toTop }: CardsProps) {
  const turn = (page: number) => {
    onPage(page)
    toTop()
  }
  const resize = (size: CatalogueSearch['size']) => {
    onChange({ size })
    toTop()
  }
  return (
    <>
      <div className="pt-4 sm:pb-4">
        <div className="max-sm:hidden">
          <Pagination page={data.page} pages={data.pages} label="Páginas, arriba" onPage={onPage} />
        </div>
      </div>
      <ul className={grid}>
        {data.items.map((product, index) => (
          <li key={product.id}>
            <ProductCard
              product={product}
              stock={Math.max(0, product.stock - (chosen.get(product.id) ?? 0))}
              first={index < 3}
              search={search}
            />
          </li>
        ))}
      </ul>
      <div className="pt-8">
        <Pagination page={data.page} pages={data.pages} label="Páginas, abajo" onPage={turn} />
        <PageSize size={search.size} total={data.total} onSize={resize} />
      </div>
    </>
  )
}

function FiltersButton({ data, search, onChange }: Pick<Props, 'search' | 'onChange'> & { data: CataloguePage }) {
  const [isOpen, setIsOpen] = useState(false)
  const chosen = chosenFilters(search).length
  return (
    <>
      <Button
        look="outline"
        className="shrink-0 whitespace-nowrap max-sm:px-4 lg:hidden"
        icon={<SlidersHorizontal className="size-4.5" />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {chosen === 0 ? 'Filtros' : `Filtros (${chosen})`}
      </Button>
      {isOpen && (
        <Suspense>
          <FilterSheet
            facets={data.facets}
            total={data.total}
            search={search}
            onChange={onChange}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
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
      <div className="h-4 sm:h-19" />
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

type NothingProps = Pick<Props, 'search' | 'onChange'> & { popular: CataloguePage['popular'] }

function Nothing({ search, popular, onChange }: NothingProps) {
  const isFiltered = search.category !== undefined || chosenFilters(search).length > 0
  const dropAll = () => onChange({ ...noFilters, category: undefined })
  return (
    <div className="mt-6">
      {isFiltered ? (
        <Blank
          icon={<SearchX />}
          title="No se encontraron productos"
          actions={<Button onClick={dropAll}>Ver todos los productos</Button>}
        >
          Probá con otra palabra o con menos filtros.
        </Blank>
      ) : (
        <Blank icon={<PackageOpen />} title="Todavía no hay productos a la venta">
          Estamos cargando el catálogo. Volvé en un rato.
        </Blank>
      )}
      <Suspense>{popular.length > 0 && <PopularCategories categories={popular} />}</Suspense>
    </div>
  )
}

type Size = CatalogueSearch['size']
const sizes: readonly Size[] = [undefined, ...largerPages]

function PageSize({ size, total, onSize }: { size: Size; total: number; onSize: (size: Size) => void }) {
  if (total <= pageSize) return null
  return (
    <fieldset className="mt-5 flex flex-wrap items-center justify-center gap-1 text-sm text-muted">
      <legend className="float-left mr-2">Productos por página</legend>
      {sizes.map((each) => (
        <button
          key={each ?? pageSize}
          type="button"
          aria-pressed={each === size}
          onClick={() => onSize(each)}
          className="h-11 min-w-11 rounded-lg px-2 font-display font-semibold tabular-nums hover:bg-raised hover:text-text aria-pressed:bg-raised aria-pressed:text-violet-soft"
        >
          {each ?? pageSize}
        </button>
      ))}
    </fieldset>
  )
}
