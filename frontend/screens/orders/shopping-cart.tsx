// /shoppingCart: the cart, and after 'Pagar' the payment.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { PartyPopper, ShoppingCart } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Cart, CartDifference, CartLine as Line, Preference, User } from '#frontend/api.ts'
import { hasCode, messageOf } from '#frontend/api-error.ts'
import { cartQuery, showCart, useCartIsBeingEdited, useSetQuantity } from '#frontend/features/cart/cart.queries.ts'
import { CartLine } from '#frontend/features/cart/cart-line.tsx'
import { CartSummary } from '#frontend/features/cart/cart-summary.tsx'
import { useSeenProducts } from '#frontend/features/catalogue/shelves/seen-products.ts'
import { type Placing, usePlaceOrder } from '#frontend/features/checkout/checkout.queries.ts'
import { PausedCheckout } from '#frontend/features/checkout/paused-checkout.tsx'
import { PaymentPanel } from '#frontend/features/checkout/payment-panel.tsx'
import { DeliveryChoice } from '#frontend/features/delivery/delivery-choice.tsx'
import { type Delivery, useDelivery } from '#frontend/features/delivery/use-delivery.ts'
import { HoldCountdown } from '#frontend/features/orders/hold-countdown.tsx'
import { WaitingOrder } from '#frontend/features/orders/waiting-order.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { useLive } from '#frontend/live/live.ts'
import { useUser } from '#frontend/session.ts'
import { readStored, store } from '#frontend/storage.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { Button, buttonLook } from '#frontend/ui/button.tsx'
import { Failure } from '#frontend/ui/failure.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { VisitorCart } from './visitor-cart.tsx'

const RecentlySeen = lazy(() => import('#frontend/features/catalogue/shelves/recently-seen.tsx'))
const RemoveDialog = lazy(() => import('#frontend/features/cart/remove-dialog.tsx'))
const CorrectedCartDialog = lazy(() => import('#frontend/features/cart/corrected-cart-dialog.tsx'))

/** Shown only while no payment has just succeeded (pagoExitoso); a cart that has lines again can be brought back. */
export function ShoppingCartScreen() {
  useLive()
  const user = useUser()
  // Visitors come here only without a connection. Who is signed in may not be known for a moment either.
  if (user === null && readStored('id') === null) return <VisitorCart />
  return <AccountCart user={user} />
}

function AccountCart({ user }: { user: User | null | undefined }) {
  const userId = user?.id ?? 0
  const cart = useQuery({ ...cartQuery(userId), enabled: userId > 0 })
  const seen = useSeenProducts()
  const [bought, setBought] = useState(() => readStored('pagoExitoso') === 'true')
  const reopen = () => {
    store('pagoExitoso', 'false')
    setBought(false)
  }
  if (bought) {
    return (
      <Page>
        <PageHeading title="Carrito" className="sr-only" />
        <Bought hasLines={Boolean(cart.data?.lines.length)} onReopen={reopen} />
      </Page>
    )
  }
  if (cart.data && cart.data.lines.length > 0 && user) return <OpenCart cart={cart.data} user={user} />
  return (
    <Page>
      <WaitingOrder userId={userId} />
      <PageHeading title="Carrito" />
      <div className="mt-8">
        {cart.isError && (
          <Failure title="No pudimos cargar tu carrito" detail={messageOf(cart.error)} onRetry={cart.refetch} />
        )}
        {cart.isPending && <div role="status" aria-label="Cargando tu carrito" className="shimmer cut-lg h-96" />}
        {cart.data && (
          <Blank
            icon={<ShoppingCart aria-hidden />}
            title="Tu carrito está vacío"
            actions={
              <Link to="/home" className={buttonLook()}>
                Ver productos
              </Link>
            }
          >
            Lo que agregues te espera acá, también desde otro dispositivo.
          </Blank>
        )}
        <Suspense>{cart.data && seen.length > 0 && <RecentlySeen products={seen} />}</Suspense>
      </div>
    </Page>
  )
}

function Bought({ hasLines, onReopen }: { hasLines: boolean; onReopen: () => void }) {
  return (
    <Blank
      icon={<PartyPopper aria-hidden />}
      title="Tu compra fue realizada"
      actions={
        <>
          <Link to="/orders" className={buttonLook()}>
            Ver mis compras
          </Link>
          {hasLines ? (
            <Button look="outline" onClick={onReopen}>
              Ver mi carrito
            </Button>
          ) : (
            <Link to="/home" className={buttonLook('outline')}>
              Seguir comprando
            </Link>
          )}
        </>
      }
    >
      Podés seguir el estado de tu orden desde tus compras.
    </Blank>
  )
}

function OpenCart({ cart, user }: { cart: Cart; user: User }) {
  const userId = user.id
  const queryClient = useQueryClient()
  const placing = usePlaceOrder()
  const [differences, setDifferences] = useState<CartDifference[] | null>(null)
  const delivery = useDelivery(user, cart.subtotal)
  const pay = () => {
    const shipping = delivery.check()
    if (shipping === undefined) return
    const onError = (error: Error) => {
      if (!hasCode(error, 'stale_total', 'cart_changed')) return
      const { cart: present, differences: found = [] } = error.problem
      if (present) void showCart(queryClient, userId, present)
      void delivery.askAnew()
      setDifferences(found)
    }
    placing.mutate({ cart, shipping }, { onError, onSuccess: () => delivery.placed(shipping) })
  }
  if (placing.data) {
    return <Payment preference={placing.data} placed={placing.variables} onBack={() => placing.reset()} />
  }
  const isToldInDialog = hasCode(placing.error, 'stale_total', 'cart_changed')
  return (
    <Page>
      <WaitingOrder userId={userId} />
      <PageHeading title="Carrito" />
      <Lines
        cart={cart}
        userId={userId}
        delivery={delivery}
        paying={placing.isPending}
        failure={isToldInDialog ? null : placing.error}
        onPay={pay}
      />
      <Suspense>
        {differences && (
          <CorrectedCartDialog userId={userId} differences={differences} onClose={() => setDifferences(null)} />
        )}
      </Suspense>
    </Page>
  )
}

type PaymentProps = { preference: Preference; placed: Placing; onBack: () => void }

function Payment({ preference, placed: { cart, shipping }, onBack }: PaymentProps) {
  // A page that comes back after a while, as by Back from the wallet, looks whether the order was paid meanwhile: the cart is empty then.
  useQuery({ ...cartQuery(cart.userId), refetchOnWindowFocus: 'always' })
  // 'Pagar', which was pressed at the end of the cart, is gone: who reads and who listens go on from the top.
  useEffect(() => {
    scrollTo(0, 0)
    document.querySelector('h1')?.focus({ preventScroll: true })
  }, [])
  return (
    <Page>
      <PageHeading title="Información de Pago" className="mb-8 text-3xl font-bold sm:text-4xl" />
      <PaymentPanel
        preference={preference}
        lines={cart.lines}
        shipping={shipping}
        hold={<HoldCountdown holdUntil={preference.holdUntil} />}
        back={
          <Button look="quiet" className="-ml-5 justify-self-start" onClick={onBack}>
            Volver al carrito
          </Button>
        }
      />
    </Page>
  )
}

function Refusal({ error }: { error: Error }) {
  const until = hasCode(error, 'checkout_paused') && error.problem.until
  return until ? <PausedCheckout until={until} /> : messageOf(error)
}

type LinesProps = {
  cart: Cart
  userId: number
  delivery: Delivery
  paying: boolean
  failure: Error | null
  onPay: () => void
}

function Lines({ cart, userId, delivery, paying, failure, onPay }: LinesProps) {
  const navigate = useNavigate()
  const setQuantity = useSetQuantity(userId)
  const editing = useCartIsBeingEdited()
  const [removing, setRemoving] = useState<Line | null>(null)
  const shownFailure = setQuantity.error ?? failure
  return (
    <div className="mt-8 grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
      <div className="flex min-w-0 flex-col gap-6">
        <ul aria-label="Productos del carrito" className="cut-lg divide-y divide-line border border-line bg-surface">
          {cart.lines.map((line) => (
            <CartLine
              key={line.id}
              line={line}
              onQuantity={(quantity) => setQuantity.mutate({ id: line.id, quantity })}
              onRemove={() => setRemoving(line)}
            />
          ))}
        </ul>
        <DeliveryChoice delivery={delivery} />
      </div>
      <CartSummary
        cart={cart}
        shipping={delivery.isShipped ? (delivery.offer ?? null) : null}
        paying={paying}
        waiting={editing || delivery.isWaiting}
        failure={shownFailure && <Refusal error={shownFailure} />}
        onPay={onPay}
      />
      <Suspense>
        {removing && (
          <RemoveDialog
            userId={userId}
            item={removing}
            onClose={() => setRemoving(null)}
            onRemoved={() => void navigate({ to: '/home' })}
          />
        )}
      </Suspense>
    </div>
  )
}
