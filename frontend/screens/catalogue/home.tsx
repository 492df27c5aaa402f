// /home: the catalogue.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useChosenQuantities } from '#frontend/features/cart/cart.queries.ts'
import { catalogueQuery } from '#frontend/features/catalogue/catalogue.queries.ts'
import { CatalogueResults } from '#frontend/features/catalogue/catalogue-results.tsx'
import type { CatalogueSearch } from '#frontend/features/catalogue/catalogue-search.ts'
import { CategoryChips, CategoryChipsBlank } from '#frontend/features/catalogue/category-chips.tsx'
import { SearchBox } from '#frontend/features/catalogue/search-box.tsx'
import { SortForm } from '#frontend/features/catalogue/sort-form.tsx'
import { ChatWidget } from '#frontend/features/chat/chat-widget.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { AboutShop } from './about-shop.tsx'

const route = getRouteApi('/home')

/** Search, category, sort and page all stand in the address; each change makes one call. */
export function HomeScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const catalogue = useQuery(catalogueQuery(search))
  const chosen = useChosenQuantities()
  const data = catalogue.data

  const go = (
    change: Partial<CatalogueSearch>,
    keep: (keyof CatalogueSearch)[] = ['q', 'category', 'sort', 'direction'],
  ) => {
    const kept = Object.fromEntries(keep.map((name) => [name, search[name]]))
    void navigate({ search: { ...kept, ...change } as CatalogueSearch, resetScroll: false })
  }
  if (data && !catalogue.isPlaceholderData && data.items.length === 0 && data.total > 0) {
    return <Navigate from="/home" to="/home" search={{ ...search, page: data.pages }} replace />
  }
  return (
    <Page>
      <div className="grid items-end gap-6 lg:grid-cols-[1fr_minmax(24rem,34rem)]">
        <div>
          <p className="font-display text-sm font-semibold tracking-[0.2em] text-cyan uppercase">Tienda</p>
          <PageHeading title="Catálogo" className="mt-1 text-4xl font-bold sm:text-5xl">
            Armá tu próximo setup
          </PageHeading>
        </div>
        <SearchBox
          onSearch={(q) =>
            q ? go({ q }, ['category', 'sort', 'direction']) : go({}, ['category', 'sort', 'direction'])
          }
        />
      </div>
      <div className="mt-8 min-h-14">
        {data ? (
          <CategoryChips
            categories={data.facets.categories}
            chosen={search.category}
            onChoose={(category) => go(category ? { category } : {}, ['q', 'sort', 'direction'])}
          />
        ) : (
          catalogue.isPending && <CategoryChipsBlank />
        )}
      </div>
      <CatalogueResults
        catalogue={catalogue}
        search={search}
        chosen={chosen}
        sortForm={<SortForm search={search} onSort={(sort) => go(sort, ['q', 'category'])} />}
        onPage={(page) => go(page > 1 ? { page } : {})}
        onDropQuery={() => go({}, ['category', 'sort', 'direction'])}
        onDropAll={() => go({}, ['sort', 'direction'])}
      />
      <AboutShop />
      <ChatWidget />
    </Page>
  )
}
