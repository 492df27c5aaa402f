// Signing in by Google: out to the provider, and what the page does when the person is back.
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { answered, googleApi } from '#frontend/api.ts'
import { store } from '#frontend/storage.ts'

const notSignedIn = () => store('isAuthenticated', 'false')

/** Asks for the provider's page and goes there; it is busy until the page is left. `redirect`: where the shop leads afterwards. */
export function useStartGoogle() {
  const starting = useMutation({
    mutationFn: (redirect: string | undefined) =>
      answered(googleApi.start.$post({ json: redirect === undefined ? {} : { redirect } })),
    onSuccess: ({ url }) => location.assign(url),
    onError: notSignedIn,
  })
  const { reset } = starting
  useEffect(() => {
    // A browser may bring the page back as it was left: busy.
    const wake = (event: PageTransitionEvent) => event.persisted && reset()
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [reset])
  return starting
}

/** Hands what the provider answered to the shop, null for no code; good once. */
export function useFinishGoogle() {
  return useMutation({
    mutationFn: (answer: { code: string | null; state: string }) => answered(googleApi.finish.$post({ json: answer })),
    onError: notSignedIn,
  })
}

/** Gives the password of the account that is to be linked. */
export function useLinkGoogle() {
  return useMutation({
    mutationFn: (password: string) => answered(googleApi.link.$post({ json: { password } })),
    onError: notSignedIn,
  })
}
