// Signing in, registering and signing out.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Registration } from '#backend/domain/user/user.limits.ts'
import { answered, userApi } from '#frontend/api.ts'
import { signOut } from '#frontend/session.ts'
import { store } from '#frontend/storage.ts'

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

/** Ends the session on the server and clears what the browser keeps. */
export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => signOut(queryClient),
    onError: (error) => console.error('No se pudo cerrar la sesión.', error),
  })
}
