import { ShoppingCart } from 'lucide-react'
import { useRef, useState } from 'react'
import { cartIsFull, maxCartLines, maxQuantity } from '#backend/domain/cart/cart.limits.ts'
import type { Product } from '#frontend/api.ts'
import { hasCode } from '#frontend/api-error.ts'
import { useUser } from '#frontend/session.ts'
import { readStored, store } from '#frontend/storage.ts'
import { Button } from '#frontend/ui/button.tsx'
import { FieldMessage } from '#frontend/ui/form/field.tsx'
import { QuantityBox } from '#frontend/ui/form/quantity-box.tsx'
import { notify } from '#frontend/ui/notice/notice.ts'
import { toastSuccess, toastWarning } from '#frontend/ui/notice/toast.ts'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { addToLocalCart } from './browser-cart.ts'
import { BuyBar } from './buy-bar.tsx'
import { useAddToCart, useChosen } from './cart.queries.ts'
import { lineTrouble } from './cart-edits.ts'

const ADDED_LOCALLY =
  'Producto agregado al carrito. Recuerda que para poder ver tu carrito deberás registrarte o iniciar sesión.'
const NOT_ENOUGH = '¡No hay Stock suficiente!'

type Props = { product: Product; onAdded: () => void; onSeeCart: () => void; onSignIn: () => void }

/** Checks the stock only for a product that is not yet in the cart. Calls `onAdded` after the server's answer. */
export function AddToCart(props: Props) {
  const [quantity, setQuantity] = useState(1)
  const box = useRef<HTMLDivElement>(null)
  const { add, isPending, isReady, trouble, error } = useAdding(props, quantity)
  const isSaidElsewhere = hasCode(error, 'out_of_stock', 'user_banned', 'unauthenticated')
  return (
    <div className="flex flex-col gap-3">
      <div ref={box} className="flex flex-wrap items-stretch gap-3">
        <QuantityBox
          value={quantity}
          max={maxQuantity}
          onChange={setQuantity}
          label="Cantidad"
          describedBy="quantity-trouble"
        />
        <Button
          className="min-h-12 grow px-7 text-base"
          busy={isPending}
          disabled={!isReady}
          icon={<ShoppingCart className="size-5" />}
          onClick={add}
        >
          Añadir al Carrito
        </Button>
      </div>
      <FieldMessage id="quantity-trouble" text={trouble ?? undefined} />
      <Refusal of={!isSaidElsewhere && error} />
      <BuyBar
        box={box}
        price={props.product.price}
        quantity={quantity}
        busy={isPending}
        disabled={!isReady}
        onBuy={add}
      />
    </div>
  )
}

function useAdding({ product, onAdded, onSeeCart, onSignIn }: Props, quantity: number) {
  const user = useUser()
  const { quantities: chosen, isKnown } = useChosen()
  const adding = useAddToCart(user?.id ?? 0)
  // Leaves the check to the server until the cart is known, since the product may already be in it.
  const isChecked = isKnown && !chosen.has(product.id)
  const add = () => {
    if (isChecked && quantity > product.stock) return toastWarning(NOT_ENOUGH)
    if (readStored('pagoExitoso') === 'true') store('pagoExitoso', 'false')
    if (!user && chosen.size >= maxCartLines && !chosen.has(product.id)) return toastWarning(cartIsFull)
    if (!user) {
      addToLocalCart({ id: product.id, quantity })
      return notify({ text: ADDED_LOCALLY, action: { label: 'Iniciar sesión', run: onSignIn } })
    }
    adding.mutate(
      { id: product.id, quantity },
      {
        onSuccess: () => {
          toastSuccess('¡Agregado correctamente!', { action: { label: 'Ver carrito', onClick: onSeeCart } })
          onAdded()
        },
        onError: (error) => hasCode(error, 'out_of_stock') && toastWarning(NOT_ENOUGH),
      },
    )
  }
  // The page itself says that a product is withdrawn.
  const trouble = isChecked && product.isActive ? lineTrouble({ ...product, available: product.stock, quantity }) : null
  return { add, isPending: adding.isPending, isReady: user !== undefined, trouble, error: adding.error }
}
