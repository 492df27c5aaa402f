// Forms with categories show a loading failure, since an empty list would suggest that none exist.
import { useQuery } from '@tanstack/react-query'
import { Failure } from '#frontend/ui/refusal.tsx'
import { categoriesQuery } from './products.queries.ts'

export function CategoriesFailure() {
  const { error, refetch } = useQuery(categoriesQuery)
  return error && <Failure title="No pudimos cargar las categorías" of={error} onRetry={refetch} />
}
