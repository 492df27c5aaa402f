import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { answered, googleApi } from '#frontend/api.ts'
import { store } from '#frontend/storage.ts'

const notSignedIn = () => store('isAuthenticated', 'false')

/** Goes to the provider's page; stays busy until the browser leaves. `redirect`: the page to go on to. */
export function useStartGoogle() {
  const starting = useMutation({
    mutationFn: (redirect: string | undefined) =>
      answered(googleApi.start.$post({ json: redirect === undefined ? {} : { redirect } })),
    onSuccess: ({ url }) => location.assign(url),
    onError: notSignedIn,
  })
  const { reset } = starting
  useEffect(() => {
    // A browser may restore the page in its busy state.
    const wake = (event: PageTransitionEvent) => event.persisted && reset()
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [reset])
  return starting
}

/** Passes the provider's answer to the shop, once; null if it has no code. */
export function useFinishGoogle() {
  return useMutation({
    mutationFn: (answer: { code: string | null; state: string }) => answered(googleApi.finish.$post({ json: answer })),
    onError: notSignedIn,
  })
}

export function useLinkGoogle() {
  return useMutation({
    mutationFn: (password: string) => answered(googleApi.link.$post({ json: { password } })),
    onError: notSignedIn,
  })
}
