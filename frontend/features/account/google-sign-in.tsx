import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { answered, googleApi } from '#frontend/api.ts'
import { store } from '#frontend/storage.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-5" fill="none" strokeWidth="4" aria-hidden>
      <path stroke="#ea4335" d="M5.07 8A8 8 0 0 1 17.66 6.34" />
      <path stroke="#fbbc05" d="M5.07 16A8 8 0 0 1 5.07 8" />
      <path stroke="#34a853" d="M17.14 18.13A8 8 0 0 1 5.07 16" />
      <path stroke="#4285f4" d="M12 12h8a8 8 0 0 1-2.86 6.13" />
    </svg>
  )
}

export function GoogleSignIn({ redirect }: { redirect: string | undefined }) {
  const starting = useStartGoogle()
  return (
    <div className="mt-6 flex flex-col gap-4">
      <p className="flex items-center gap-4 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        OR
      </p>
      <Button
        look="outline"
        className="min-h-12 text-base"
        icon={<GoogleMark />}
        busy={starting.isPending || starting.isSuccess}
        onClick={() => starting.mutate(redirect)}
      >
        Ingresar con Google
      </Button>
      <Refusal of={starting.error} role="alert" />
    </div>
  )
}

/** Goes to the provider's page; stays busy until the browser leaves. `redirect`: the page to go on to. */
function useStartGoogle() {
  const starting = useMutation({
    mutationFn: (redirect: string | undefined) =>
      answered(googleApi.start.$post({ json: redirect === undefined ? {} : { redirect } })),
    onSuccess: ({ url }) => location.assign(url),
    onError: () => store('isAuthenticated', 'false'),
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
