// The shop's page as one tree, rendered by the server and hydrated by the browser.
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect, useLayoutEffect, useRef } from 'react'
import type { createShopRouter } from '#frontend/router.tsx'

type Props = {
  queryClient: QueryClient
  router: ReturnType<typeof createShopRouter>
  /** Called during hydration; its result is called once the whole tree is interactive. */
  onArrival?: () => () => void
}

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
