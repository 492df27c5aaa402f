import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import type { createShopRouter } from '#frontend/router.tsx'

type Props = {
  queryClient: QueryClient
  router: ReturnType<typeof createShopRouter>
  /** Called once the whole tree is interactive. */
  onHydrated?: () => void
}

export function App({ queryClient, router, onHydrated }: Props) {
  useEffect(() => onHydrated?.(), [onHydrated])
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}
