import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Registration } from '#backend/domain/user/user.limits.ts'
import { answered, userApi } from '#frontend/api.ts'
import { RESET_SENT } from '#frontend/messages.es.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { resetSignIn, signOut } from '#frontend/session.ts'
import { store } from '#frontend/storage.ts'
import { notifyTabs } from '#frontend/tabs.ts'
import { notify } from '#frontend/ui/notice/notice.ts'

export function useLogin() {
  return useMutation({
    mutationFn: (credentials: { email: string; password: string }) =>
      answered(userApi.verifyuser.$post({ json: credentials })),
    onError: () => store('isAuthenticated', 'false'),
  })
}

export function useRegister() {
  return useMutation({
    mutationFn: ({ name, email, password }: Registration) =>
      answered(userApi.new.$post({ json: { name: name.trim(), email: email.trim(), password, isActive: true } })),
  })
}

/** Shows the same alert whether or not the e-mail has an account. */
export function useAskForReset() {
  return useMutation({
    mutationFn: (email: string) => answered(userApi.passwordreset.$post({ json: { email: email.trim() } })),
    onSuccess: () => notify({ text: RESET_SENT }),
  })
}

export function useSetPassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (entry: { token: string; password: string }) => answered(userApi.setpassword.$post({ json: entry })),
    onSuccess: () => {
      resetSignIn()
      notifyTabs('session')
      return queryClient.invalidateQueries({ queryKey: queryKeys.session })
    },
  })
}

export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => signOut(queryClient),
    onError: (error) => console.error('No se pudo cerrar la sesión.', error),
  })
}
