// The signed-in shopper's filled cart: quantities, delivery, 'Pagar', then the payment.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Cart, CartDifference, CartLine as Line, Preference, User } from '#frontend/api.ts'
import { hasCode, messageOf } from '#frontend/api-error.ts'
import { cartQuery, showCart, useCartIsBeingEdited, useSetQuantity } from '#frontend/features/cart/cart.queries.ts'
import { CartLine } from '#frontend/features/cart/cart-line.tsx'
import { CartSummary } from '#frontend/features/cart/cart-summary.tsx'
import { type Placing, usePlaceOrder, usePlaceTransfer } from '#frontend/features/checkout/checkout.queries.ts'
import { InvoiceChoice } from '#frontend/features/checkout/invoice-choice.tsx'
import { PausedCheckout } from '#frontend/features/checkout/paused-checkout.tsx'
import { PaymentChoice } from '#frontend/features/checkout/payment-choice.tsx'
import { PaymentPanel } from '#frontend/features/checkout/payment-panel.tsx'
import { transferDiscount, transferOfferQuery } from '#frontend/features/checkout/transfer-offer.ts'
import { useInvoice } from '#frontend/features/checkout/use-invoice.ts'
import { DeliveryChoice } from '#frontend/features/delivery/delivery-choice.tsx'
import { useDeliveryDraft } from '#frontend/features/delivery/delivery-draft.ts'
import { type Delivery, useDelivery } from '#frontend/features/delivery/use-delivery.ts'
import { HoldCountdown } from '#frontend/features/orders/hold-countdown.tsx'
import { useLastOrder } from '#frontend/features/orders/orders.queries.ts'
import { WaitingOrder } from '#frontend/features/orders/waiting-order.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { replacedBy } from './replaced-order.ts'

const RemoveDialog = lazy(() => import('#frontend/features/cart/remove-dialog.tsx'))
const CorrectedCartDialog = lazy(() => import('#frontend/features/cart/corrected-cart-dialog.tsx'))

/** Says how 'Pagar' would change an earlier order of this cart. */
export function OpenCart({ cart, user }: { cart: Cart; user: User }) {
  const userId = user.id
  const queryClient = useQueryClient()
  const placing = usePlaceOrder()
  const navigate = useNavigate()
  const { data: offer } = useQuery(transferOfferQuery)
  const [differences, setDifferences] = useState<CartDifference[] | null>(null)
  const said = useDeliveryDraft(userId)
  const order = useLastOrder(userId, said?.orderId ?? null)
  const delivery = useDelivery({ buyer: user, subtotal: cart.subtotal, said, order })
  const { byTransfer, change } = delivery
  const discount = byTransfer && offer ? transferDiscount(cart, offer.discountPercent) : null
  const transferring = usePlaceTransfer((id, { shipping }) => {
    delivery.keepAddress(shipping)
    return navigate({ to: '/order/$id', params: { id } })
  })
  const invoice = useInvoice(delivery.invoice, (asked) => change({ invoice: asked }))
  const pay = () => {
    const shipping = delivery.check()
    const asked = shipping === undefined ? undefined : invoice.check()
    if (shipping === undefined || asked === undefined) return
    const onError = (error: Error) => {
      if (!hasCode(error, 'stale_total', 'cart_changed')) return
      const { cart: present, differences: found = [] } = error.problem
      if (present) void showCart(queryClient, userId, present)
      void delivery.askAnew()
      setDifferences(found)
    }
    const shown = { cart, shipping, invoice: asked, discount }
    if (discount === null)
      return placing.mutate(shown, { onError, onSuccess: ({ orderId }) => delivery.placed(shipping, orderId) })
    transferring.mutate(shown, { onError })
  }
  if (placing.data) {
    return <Payment preference={placing.data} placed={placing.variables} onBack={() => placing.reset()} />
  }
  const { error } = discount === null ? placing : transferring
  const isShownInDialog = hasCode(error, 'stale_total', 'cart_changed')
  return (
    <Page>
      <WaitingOrder userId={userId} />
      <PageHeading title="Carrito" />
      <Lines
        cart={cart}
        userId={userId}
        delivery={delivery}
        choices={
          <>
            {offer && (
              <PaymentChoice
                offer={offer}
                byTransfer={byTransfer}
                onChange={(chosen) => change({ byTransfer: chosen })}
              />
            )}
            <InvoiceChoice invoice={invoice} />
          </>
        }
        discount={discount}
        replaced={order ? replacedBy(cart, delivery, order, discount !== null) : null}
        paying={placing.isPending || transferring.isPending}
        failure={isShownInDialog ? null : error}
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
  // Refetches on return, for example by Back from the wallet: a paid cart is empty.
  useQuery({ ...cartQuery(cart.userId), refetchOnWindowFocus: 'always' })
  // 'Pagar' at the end of the cart is gone, so start at the top.
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
  if (!hasCode(error, 'checkout_paused', 'too_many_held') || !error.problem.until) return messageOf(error)
  return <PausedCheckout until={error.problem.until} isOfOthers={error.code === 'too_many_held'} />
}

type LinesProps = {
  cart: Cart
  userId: number
  delivery: Delivery
  choices: ReactNode
  discount: number | null
  replaced: string | null
  paying: boolean
  failure: Error | null
  onPay: () => void
}

function Lines({ cart, userId, delivery, choices, discount, replaced, paying, failure, onPay }: LinesProps) {
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
        {choices}
      </div>
      <CartSummary
        cart={cart}
        shipping={delivery.isShipped ? (delivery.offer ?? null) : null}
        discount={discount}
        replaced={replaced}
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
