// Forms that offer the categories say so if these could not be loaded: an empty offer would look as if there were none.
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#frontend/api-error.ts'
import { Failure } from '#frontend/ui/failure.tsx'
import { categoriesQuery } from './products.queries.ts'

export function CategoriesFailure() {
  const { error, refetch } = useQuery(categoriesQuery)
  return error && <Failure title="No pudimos cargar las categorías" detail={messageOf(error)} onRetry={refetch} />
}
