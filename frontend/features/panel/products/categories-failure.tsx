// Forms with categories show a loading failure, since an empty list would suggest that none exist.
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#frontend/api-error.ts'
import { Failure } from '#frontend/ui/failure.tsx'
import { categoriesQuery } from './products.queries.ts'

export function CategoriesFailure() {
  const { error, refetch } = useQuery(categoriesQuery)
  return error && <Failure title="No pudimos cargar las categorías" detail={messageOf(error)} onRetry={refetch} />
}
