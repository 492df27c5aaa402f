import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Authority } from '#backend/domain/user/roles.limits.ts'
import { userModified } from '#backend/domain/user/user.limits.ts'
import { answered, type PanelUser, panelApi, userApi } from '#frontend/api.ts'
import { ApiError } from '#frontend/api-error.ts'
import { type ListAddress, listCall } from '#frontend/features/panel/panel-address.ts'
import { panelPageQuery } from '#frontend/features/panel/panel-query.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { store } from '#frontend/storage.ts'

export function panelUsersQuery(address: ListAddress) {
  const query = listCall('users', address)
  return panelPageQuery('users', query, async () => {
    const users = await answered(panelApi.users.$get({ query }))
    if (users.total === 0) console.info('La información de los clientes todavía se está cargando.')
    return users
  })
}

/** A change relative to the account as shown (`seen`). */
export type UserChange = {
  seen: PanelUser
  change: { isActive: boolean; reason?: string; note?: string } | (Authority & { superAdminKey?: string })
}

/** Posts the whole account with one change. Refetches the list only after success or a conflict. */
export function useModifyUser() {
  const queryClient = useQueryClient()
  const readAnew = () => queryClient.invalidateQueries({ queryKey: queryKeys.panel.all })
  return useMutation({
    mutationFn: ({ seen, change }: UserChange) => {
      const { id, ...shown } = seen
      return answered(userApi.modifyuser.$post({ json: { id, ...shown, ...change, seen: shown } }))
    },
    onSuccess: ({ msg }) => (msg === userModified ? readAnew() : undefined),
    onError: (error) => {
      if (!(error instanceof ApiError)) return undefined
      const { attemptsLeft } = error.problem
      if (attemptsLeft !== undefined) store('changeRolAttempts', String(attemptsLeft))
      return error.status === 409 || error.status === 404 ? readAnew() : undefined
    },
  })
}
