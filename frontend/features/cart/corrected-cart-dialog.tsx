import type { CartDifference } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import Dialog from '#frontend/ui/dialog.tsx'
import { formatPrice } from '#frontend/ui/figures/price.ts'
import { useCorrectCart } from './cart.queries.ts'
import { DifferenceList } from './difference-list.tsx'

function sentence(difference: CartDifference): string {
  if (difference.type === 'inactive') return 'ya no está a la venta; lo quitamos del carrito.'
  if (difference.type === 'price')
    return `ahora cuesta ${formatPrice(difference.now)} (antes ${formatPrice(difference.before)}).`
  if (difference.type === 'no_shipping')
    return 'ya no hacemos envíos a ese código postal; podés retirar la compra en el local.'
  if (difference.type === 'shipping') return shippingSentence(difference)
  if (difference.type === 'max_units')
    return `pediste ${difference.wanted} y vendemos hasta ${difference.allowed} por compra; dejamos ${difference.allowed}.`
  if (difference.available === 0) return 'se agotó; lo quitamos del carrito.'
  return `pediste ${difference.wanted} y quedan ${difference.available}; dejamos ${difference.available}.`
}

function shippingSentence({ before, now, daysBefore, daysNow }: CartDifference & { type: 'shipping' }): string {
  const price = now === before ? '' : `ahora cuesta ${formatPrice(now)} (antes ${formatPrice(before)})`
  const days = daysNow === daysBefore ? '' : `ahora tarda hasta ${daysNow} días hábiles (antes ${daysBefore})`
  return `${[price, days].filter((part) => part !== '').join(' y ')}.`
}

type Props = { userId: number; differences: CartDifference[]; onClose: () => void }

/** Shows what changed in the cart. Accepting corrects it; the shopper then presses 'Pagar' again. */
export default function CorrectedCartDialog({ userId, differences, onClose }: Props) {
  const correcting = useCorrectCart(userId)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Hay que ajustar tu carrito"
      confirm={{
        label: 'Aceptar los cambios',
        run: () => correcting.mutate(undefined, { onSuccess: onClose }),
        busy: correcting.isPending,
      }}
      closeLabel="Volver al carrito"
      failure={correcting.error && messageOf(correcting.error)}
    >
      <p>Esto no se puede comprar así como está. Revisalo antes de pagar:</p>
      <DifferenceList differences={differences} sentence={sentence}>
        {differences.length === 0 && <li>El total es otro. El carrito ya muestra el actual.</li>}
      </DifferenceList>
    </Dialog>
  )
}
