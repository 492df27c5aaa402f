import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answered, emptyJson, type OpenSession, sessionApi } from '#frontend/api.ts'
import { hasCode } from '#frontend/api-error.ts'
import { queryKeys } from '#frontend/query-keys.ts'

export type { OpenSession }

const api = sessionApi.open

/** Refetches on every view: other browsers sign in and out. */
export const openSessionsQuery = (userId: number) =>
  queryOptions({
    queryKey: queryKeys.openSessionsOf(userId),
    queryFn: async () => (await answered(api.$get())).sessions,
  })

export function useEndSessions(userId: number, done: () => void) {
  const queryClient = useQueryClient()
  const { queryKey } = openSessionsQuery(userId)
  const ending = useMutation({
    mutationFn: (session: OpenSession | null) =>
      answered(session ? api.end.$post({ json: { id: session.id } }) : api.endothers.$post({}, emptyJson)),
    onSuccess: async ({ sessions }) => {
      // A read under way may return the old list.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, sessions)
      done()
    },
    // The session had already ended, so the list is stale.
    onError: (error) => {
      if (hasCode(error, 'not_found')) void queryClient.invalidateQueries({ queryKey })
    },
  })
  const { error, isPending, isSuccess, variables, mutate: end } = ending
  const said = isSuccess ? (variables ? 'Cerramos esa sesión.' : 'Cerramos todas las demás.') : null
  const isGone = hasCode(error, 'not_found')
  return { end, isPending, said: isGone ? 'Esa sesión ya estaba cerrada.' : said, error: isGone ? null : error }
}
