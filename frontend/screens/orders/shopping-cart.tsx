import { useQuery } from '@tanstack/react-query'
import { PartyPopper } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { User } from '#frontend/api.ts'
import { cartQuery } from '#frontend/features/cart/cart.queries.ts'
import { useSeenProducts } from '#frontend/features/catalogue/shelves/seen-products.ts'
import { WaitingOrder } from '#frontend/features/orders/waiting-order.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { useLive } from '#frontend/live/live.ts'
import { useUser } from '#frontend/session.ts'
import { readStored, store } from '#frontend/storage.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'
import { OpenCart } from './open-cart.tsx'
import { EmptyCart, VisitorCart } from './visitor-cart.tsx'

const RecentlySeen = lazy(() => import('#frontend/features/catalogue/shelves/recently-seen.tsx'))

/** pagoExitoso hides a cart that was just paid; a refilled cart can be shown again. */
export default function ShoppingCartScreen() {
  useLive()
  const user = useUser()
  // Visitors come here only offline. A signed-in user may be unknown for a moment too.
  if (user === null && readStored('id') === null) return <VisitorCart />
  return <AccountCart user={user} />
}

function AccountCart({ user }: { user: User | null | undefined }) {
  const userId = user?.id ?? 0
  const cart = useQuery({ ...cartQuery(userId), enabled: userId > 0 })
  const seen = useSeenProducts()
  const [bought, setBought] = useState(() => readStored('pagoExitoso') === 'true')
  if (bought) {
    return (
      <Page>
        <PageHeading title="Carrito" className="sr-only" />
        <Bought hasLines={Boolean(cart.data?.lines.length)} onReopen={() => setBought(false)} />
      </Page>
    )
  }
  if (cart.data && cart.data.lines.length > 0 && user) return <OpenCart cart={cart.data} user={user} />
  return (
    <Page>
      <WaitingOrder userId={userId} />
      <PageHeading title="Carrito" />
      <div className="mt-8">
        {cart.isError && <Failure title="No pudimos cargar tu carrito" of={cart.error} onRetry={cart.refetch} />}
        {cart.isPending && <div role="status" aria-label="Cargando tu carrito" className="shimmer cut-lg h-96" />}
        {cart.data && <EmptyCart>Lo que agregues te espera acá, también desde otro dispositivo.</EmptyCart>}
        <Suspense>{cart.data && seen.length > 0 && <RecentlySeen products={seen} />}</Suspense>
      </div>
    </Page>
  )
}

/** Shown until the shopper leaves; the cart then belongs to the next purchase. */
function Bought({ hasLines, onReopen }: { hasLines: boolean; onReopen: () => void }) {
  useEffect(() => () => store('pagoExitoso', 'false'), [])
  return (
    <Blank
      icon={<PartyPopper />}
      title="Tu compra fue realizada"
      actions={
        <>
          <ButtonLink to="/orders">Ver mis compras</ButtonLink>
          {hasLines ? (
            <Button look="outline" onClick={onReopen}>
              Ver mi carrito
            </Button>
          ) : (
            <ButtonLink to="/home" look="outline">
              Seguir comprando
            </ButtonLink>
          )}
        </>
      }
    >
      Podés seguir el estado de tu orden desde tus compras.
    </Blank>
  )
}
