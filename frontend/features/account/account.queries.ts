// Signing in, registering, signing out, and a new password by mail.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Registration } from '#backend/domain/user/user.limits.ts'
import { answered, userApi } from '#frontend/api.ts'
import { RESET_SENT } from '#frontend/messages.es.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { resetSignIn, signOut } from '#frontend/session.ts'
import { store } from '#frontend/storage.ts'
import { tellTabs } from '#frontend/tabs.ts'
import { notify } from '#frontend/ui/notice.ts'

/** E-mail and password sign-in. A failure leaves the display state at "not signed in". */
export function useLogin() {
  return useMutation({
    mutationFn: (credentials: { email: string; password: string }) =>
      answered(userApi.verifyuser.$post({ json: credentials })),
    onError: () => store('isAuthenticated', 'false'),
  })
}

/** Creates an account, always active, and signs it in. */
export function useRegister() {
  return useMutation({
    mutationFn: ({ name, email, password }: Registration) =>
      answered(userApi.new.$post({ json: { name: name.trim(), email: email.trim(), password, isActive: true } })),
  })
}

/** Asks for a mail with a link that sets a new password; the alert is the same whether the e-mail has an account. */
export function useAskForReset() {
  return useMutation({
    mutationFn: (email: string) => answered(userApi.passwordreset.$post({ json: { email: email.trim() } })),
    onSuccess: () => notify({ text: RESET_SENT }),
  })
}

/** Sets the password by a link's token. All sessions of the account are over then, this browser's too. */
export function useSetPassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (entry: { token: string; password: string }) => answered(userApi.setpassword.$post({ json: entry })),
    onSuccess: () => {
      resetSignIn()
      tellTabs({ of: 'session' })
      return queryClient.invalidateQueries({ queryKey: queryKeys.session })
    },
  })
}

/** Ends the session on the server and clears what the browser keeps. */
export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => signOut(queryClient),
    onError: (error) => console.error('No se pudo cerrar la sesión.', error),
  })
}
