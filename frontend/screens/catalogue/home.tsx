import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { BadgeCheck, ChevronDown, Cpu, type LucideIcon, ShieldCheck } from 'lucide-react'
import { directions, sortFields } from '#backend/domain/product/product.limits.ts'
import type { CataloguePage } from '#frontend/api.ts'
import { useChosenQuantities } from '#frontend/features/cart/cart.queries.ts'
import { catalogueQuery } from '#frontend/features/catalogue/catalogue.queries.ts'
import { CatalogueResults } from '#frontend/features/catalogue/catalogue-results.tsx'
import type { CatalogueSearch } from '#frontend/features/catalogue/catalogue-search.ts'
import { CategoryChips, CategoryChipsBlank } from '#frontend/features/catalogue/category-chips.tsx'
import { noFilters } from '#frontend/features/catalogue/filters/chosen-filters.ts'
import { Filters } from '#frontend/features/catalogue/filters/filters.tsx'
import { SearchBox } from '#frontend/features/catalogue/search-box.tsx'
import { ChatWidget } from '#frontend/features/chat/chat-widget.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { useLive } from '#frontend/live/live.ts'
import { PageHeading } from '#frontend/ui/page-heading.tsx'

const route = getRouteApi('/home')

export default function HomeScreen() {
  useLive()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const catalogue = useQuery(catalogueQuery(search))
  const chosen = useChosenQuantities()
  const data = catalogue.data

  /** Every change returns to the first page; a new category drops the old one's properties. */
  const go = (change: Partial<CatalogueSearch>) => {
    const specs = 'category' in change ? { attr: undefined, spec: undefined } : {}
    void navigate({ search: { ...search, page: undefined, ...specs, ...change }, resetScroll: false })
  }
  if (data && !catalogue.isPlaceholderData && data.items.length === 0 && data.total > 0) {
    return <Navigate from="/home" to="/home" search={{ ...search, page: data.pages }} replace />
  }
  return (
    <Page>
      <div className="grid items-end gap-6 lg:grid-cols-[1fr_minmax(24rem,34rem)]">
        <div>
          <p className="font-display text-sm font-semibold tracking-[0.2em] text-cyan uppercase">Tienda</p>
          <Heading search={search} found={catalogue.isPlaceholderData ? undefined : data} />
        </div>
        <SearchBox
          onSearch={(q) => go({ q: q || undefined })}
          onAll={(q) => go({ ...noFilters, category: undefined, q })}
        />
      </div>
      <div className="mt-5 min-h-14 sm:mt-8">
        {data ? (
          <CategoryChips
            categories={data.facets.categories}
            chosen={search.category}
            onChoose={(category) => go({ category })}
          />
        ) : (
          catalogue.isPending && <CategoryChipsBlank />
        )}
      </div>
      <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8">
        <aside aria-label="Filtros" className="mt-4 hidden border-t border-line pt-5 lg:block">
          {data && <Filters facets={data.facets} search={search} onChange={go} />}
        </aside>
        <CatalogueResults
          catalogue={catalogue}
          search={search}
          chosen={chosen}
          sortForm={<SortForm search={search} onSort={go} />}
          onPage={(page) => go({ page: page > 1 ? page : undefined })}
          onChange={go}
        />
      </div>
      <AboutShop />
      <ChatWidget raised="on a phone" />
    </Page>
  )
}

function Heading({ search: { q, category }, found }: { search: CatalogueSearch; found: CataloguePage | undefined }) {
  const look = 'mt-1 text-3xl leading-tight font-bold sm:text-5xl'
  if (!q)
    return (
      <PageHeading title={category ?? 'Catálogo'} className={look}>
        {category ?? 'Armá tu próximo setup'}
      </PageHeading>
    )
  if (found?.ledTo) return <PageHeading title={found.ledTo} className={look} />
  const count = found ? counted(found.total) : 'Resultados'
  return (
    <PageHeading title={`Resultados para «${q}»`} className={look}>
      {count} para «{q}»{category && ` en ${category}`}
    </PageHeading>
  )
}

function counted(total: number): string {
  if (total === 0) return 'Sin resultados'
  return total === 1 ? '1 resultado' : `${total.toLocaleString('es-AR')} resultados`
}

function AboutShop() {
  return (
    <section aria-labelledby="about" className="mt-20 border-t border-line pt-14">
      <div className="grid gap-10 lg:grid-cols-[2fr_3fr] lg:gap-16">
        <div>
          <h2 id="about" className="text-2xl font-bold sm:text-3xl">
            Sobre GamerTech
          </h2>
          <div className="beam mt-4 h-0.5 w-32" />
          <p className="mt-5 leading-relaxed text-muted">
            Somos una tienda dedicada a la venta de componentes de PC de calidad: procesadores, placas de video,
            almacenamiento, periféricos y todo lo que hace falta para armar, mejorar y disfrutar tu equipo.
          </p>
        </div>
        <ul className="grid gap-6 sm:grid-cols-3">
          <Reason title="Componentes elegidos" Icon={Cpu}>
            Trabajamos con piezas que usaríamos en nuestras propias máquinas, con ficha técnica completa.
          </Reason>
          <Reason title="Opiniones de verdad" Icon={BadgeCheck}>
            Marcamos las reseñas de quienes compraron el producto en la tienda.
          </Reason>
          <Reason title="Compra cuidada" Icon={ShieldCheck}>
            Al pagar apartamos tu stock, y el pago se confirma siempre con el proveedor.
          </Reason>
        </ul>
      </div>
    </section>
  )
}

function Reason({ title, Icon, children }: { title: string; Icon: LucideIcon; children: string }) {
  return (
    <li className="border-l border-line pl-5">
      <Icon className="size-6 text-cyan" />
      <h3 className="mt-3 font-semibold">{title}</h3>
      <p className="mt-1.5 text-sm leading-relaxed text-muted">{children}</p>
    </li>
  )
}

const fieldNames = { name: 'Orden alfabético', price: 'Precio', rating: 'Calificación', added: 'Ingreso' } as const

type Order = Pick<CatalogueSearch, 'sort' | 'direction'>
const offered: readonly (readonly [value: string, words: string])[] = [
  ['rating-descendente', 'Mejor calificados'],
  ['added-descendente', 'Más nuevos'],
  ...(['price', 'name'] as const).flatMap((sort) =>
    directions.map((direction) => [`${sort}-${direction}`, `${fieldNames[sort]} ${direction}`] as const),
  ),
]

/** Offers field and direction together; also shows a link's order that is not offered. */
function SortForm({ search, onSort }: { search: CatalogueSearch; onSort: (next: Order) => void }) {
  const { sort, direction = 'ascendente' } = search
  const value = sort ? `${sort}-${direction}` : ''
  const isOffered = !sort || offered.some(([each]) => each === value)
  return (
    <form aria-label="Ordenar" className="min-w-0 max-sm:grow" onSubmit={(event) => event.preventDefault()}>
      <label className="relative block sm:w-64">
        <span className="sr-only">Ordenar por</span>
        <select
          value={value}
          onChange={(event) => onSort(orderOf(event.target.value))}
          className="h-11 w-full appearance-none rounded-lg border border-edge bg-ink/70 pr-10 pl-4 text-sm font-medium text-ellipsis hover:border-violet-soft max-sm:pr-8 max-sm:pl-3"
        >
          <option value="">{search.q ? 'Más parecidos' : 'Destacados'}</option>
          {!isOffered && (
            <option value={value}>
              {fieldNames[sort]} {direction}
            </option>
          )}
          {offered.map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted" />
      </label>
    </form>
  )
}

function orderOf(value: string): Order {
  const sort = sortFields.find((field) => value.startsWith(`${field}-`))
  return { sort, direction: sort && value.endsWith('-descendente') ? 'descendente' : undefined }
}
