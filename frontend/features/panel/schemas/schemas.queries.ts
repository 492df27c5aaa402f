import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Schema } from '#backend/domain/product/schema/schema.limits.ts'
import { answered, panelApi } from '#frontend/api.ts'
import { panelQuery } from '#frontend/features/panel/panel-query.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'

export const schemasQuery = panelQuery('schemas', {}, () => answered(panelApi.schemas.$get()))

/** The attributes of a category; empty while they load. */
export function useSchema(category: string): Schema {
  const { data } = useQuery(schemasQuery)
  return data?.schemas.find((one) => one.category === category.trim())?.attributes ?? []
}

type SchemaChange = Parameters<typeof panelApi.schemas.$post>[0]['json']

/** Also asks the catalogue anew, whose filters follow the schema. */
export function useSaveSchema() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (json: SchemaChange) => answered(panelApi.schemas.$post({ json })),
    // The new revision takes the place of the form, whose own callbacks end with it.
    onSuccess: (answer, { category }) => {
      toastSuccess(`Propiedades de ${category} guardadas!`)
      queryClient.setQueryData(schemasQuery.queryKey, answer)
    },
    onSettled: () =>
      Promise.all(
        [queryKeys.catalogue.all, queryKeys.products, queryKeys.panel.all].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
