// The shop's page as one tree: the server renders it, and the browser goes on from there.
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect, useLayoutEffect, useRef } from 'react'
import type { createShopRouter } from '#frontend/router.tsx'

type Props = {
  queryClient: QueryClient
  router: ReturnType<typeof createShopRouter>
  /** Called in the turn in which the tree takes the page over; what it returns, once all of the tree follows what changes. */
  onArrival?: () => () => void
}

/** Everything under the root element. */
export function App({ queryClient, router, onArrival }: Props) {
  const goOn = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    goOn.current = onArrival?.()
  }, [onArrival])
  useEffect(() => goOn.current?.(), [])
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}
