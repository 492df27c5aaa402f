// Parts about a product's price that load after the page, or when they are opened.
import { useHydrated } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'

const InstalmentPlans = lazy(() => import('./instalments.tsx'))
const PriceHistory = lazy(() => import('./price-history.tsx'))

/** Keeps its place until the wallet has answered, or said nothing. */
export function PaidInParts({ id, price }: { id: number; price: number }) {
  const isHydrated = useHydrated()
  return (
    <div data-instalments className="-my-2 min-h-16 sm:min-h-11">
      <Suspense>{isHydrated && <InstalmentPlans id={id} price={price} />}</Suspense>
    </div>
  )
}

export function PricesSinceStart({ id }: { id: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="cut-lg border border-line bg-surface px-5 py-4"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="min-h-6 cursor-pointer font-semibold">Historial de precios</summary>
      <div className="mt-4">
        <Suspense>{isOpen && <PriceHistory id={id} />}</Suspense>
      </div>
    </details>
  )
}
