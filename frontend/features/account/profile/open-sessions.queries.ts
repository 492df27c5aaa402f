// The sessions that an account has open, and ending them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answered, emptyJson, type OpenSession, sessionApi } from '#frontend/api.ts'
import { hasCode } from '#frontend/api-error.ts'
import { queryKeys } from '#frontend/query-keys.ts'

export type { OpenSession }

const api = sessionApi.open

/** Asked anew whenever it is looked at: other browsers sign in and out. */
export const openSessionsQuery = (userId: number) =>
  queryOptions({
    queryKey: queryKeys.openSessionsOf(userId),
    queryFn: async () => (await answered(api.$get())).sessions,
  })

/** `end` ends one session, or with null all but this one; `said` tells what was done. done: they are gone from the list. */
export function useEndSessions(userId: number, done: () => void) {
  const queryClient = useQueryClient()
  const { queryKey } = openSessionsQuery(userId)
  const ending = useMutation({
    mutationFn: (session: OpenSession | null) =>
      answered(session ? api.end.$post({ json: { id: session.id } }) : api.endothers.$post({}, emptyJson)),
    onSuccess: async ({ sessions }) => {
      // One that is under way may tell of before.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, sessions)
      done()
    },
    // Ended by itself, or in another tab: the list is old.
    onError: (error) => {
      if (hasCode(error, 'not_found')) void queryClient.invalidateQueries({ queryKey })
    },
  })
  const { error, isPending, isSuccess, variables, mutate: end } = ending
  const said = isSuccess ? (variables ? 'Cerramos esa sesión.' : 'Cerramos todas las demás.') : null
  const isGone = hasCode(error, 'not_found')
  return { end, isPending, said: isGone ? 'Esa sesión ya estaba cerrada.' : said, error: isGone ? null : error }
}
