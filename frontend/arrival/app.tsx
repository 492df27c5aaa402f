// The shop's page as one tree: the server renders it, and the browser goes on from there.
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { createShopRouter } from '#frontend/router.tsx'

type Props = { queryClient: QueryClient; router: ReturnType<typeof createShopRouter> }

/** Everything under the root element. */
export function App({ queryClient, router }: Props) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}
