import { useQueries } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import { comparedLimits, readCompared } from '#backend/domain/product/schema/compared.limits.ts'
import type { Product } from '#frontend/api.ts'
import { hasCode } from '#frontend/api-error.ts'
import { productQuery } from '#frontend/features/catalogue/catalogue.queries.ts'
import { CompareTable } from '#frontend/features/catalogue/compare/compare-table.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { useLive } from '#frontend/live/live.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'

const route = getRouteApi('/comparar')

export default function CompareScreen() {
  useLive()
  const ids = readCompared(route.useSearch().ids)
  const navigate = route.useNavigate()
  const asked = useQueries({ queries: ids.map(productQuery) })
  const found = asked.flatMap(({ data }) => data ?? [])
  const absent = asked.filter(({ error }) => hasCode(error, 'not_found'))
  const failed = asked.find((one) => one.error && !one.data && !absent.includes(one))
  const remove = (id: number) => {
    const rest = ids.filter((other) => other !== id)
    void navigate({ search: { ids: rest.length > 0 ? rest.join(',') : undefined }, replace: true, resetScroll: false })
  }
  return (
    <Page here="Comparar">
      <PageHeading title="Comparar productos" className="text-3xl font-bold sm:text-4xl" />
      {absent.length > 0 && (
        <p role="status" className="mt-3 text-warn">
          {absent.length === 1
            ? 'Uno de los productos ya no se ofrece y queda afuera.'
            : `${absent.length} de los productos ya no se ofrecen y quedan afuera.`}
        </p>
      )}
      <div className="mt-6">
        {failed ? (
          <Failure title="No pudimos cargar los productos" of={failed.error} onRetry={failed.refetch} />
        ) : asked.some(({ isPending }) => isPending) ? (
          <div aria-hidden className="shimmer h-96 rounded-lg" />
        ) : (
          <Comparison products={found} onRemove={remove} />
        )}
      </div>
    </Page>
  )
}

function Comparison({ products, onRemove }: { products: readonly Product[]; onRemove: (id: number) => void }) {
  const [first] = products
  const others = products.filter(({ category }) => category !== first?.category)
  if (products.length < comparedLimits.least)
    return (
      <Blank
        icon={<Scale />}
        title={first ? 'Falta otro producto para comparar' : 'Todavía no elegiste qué comparar'}
        actions={
          <ButtonLink to="/home" search={first ? { category: first.category } : {}}>
            {first ? `Elegir otro de ${first.category}` : 'Ver el catálogo'}
          </ButtonLink>
        }
      >
        Marcá «Comparar» en dos a cuatro productos de una misma categoría.
      </Blank>
    )
  return (
    <>
      {others.length > 0 && (
        <p role="status" className="mb-4 text-warn">
          Son de categorías distintas: se compara solo lo que tienen en común.
        </p>
      )}
      <CompareTable products={products} onRemove={onRemove} />
    </>
  )
}
