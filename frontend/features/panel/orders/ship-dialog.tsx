import { shipmentLimits } from '#backend/domain/order/order.limits.ts'
import { orderApi } from '#frontend/api.ts'
import { AskDialog } from '#frontend/features/panel/form/ask-dialog.tsx'
import { useOrderChange } from './order-acts.queries.ts'

const carriers = ['Andreani', 'Correo Argentino', 'OCA']

/** `known`: the shipped parcel to correct. */
type Props = { id: number; known?: Parcel | undefined; onClose: () => void }
type Parcel = { carrier?: string | undefined; tracking?: string | undefined }

const asks = {
  carrier: { label: 'Transporte', required: true, maxLength: shipmentLimits.carrier, offered: carriers },
  tracking: { label: 'Número de seguimiento', required: true, maxLength: shipmentLimits.tracking },
}

/** The buyer sees both in the order and by mail. */
export function ShipDialog({ id, known, onClose }: Props) {
  const shipping = useOrderChange(id, orderApi[':id'].ship.$post)
  return (
    <AskDialog
      title={known ? `Corregir el envío de la orden Nº ${id}` : `Despachar la orden Nº ${id}`}
      about={
        known
          ? 'El comprador recibe otro correo con los datos corregidos. Los anteriores quedan en el historial.'
          : 'El comprador ve estos datos en su orden y en el correo que le mandamos.'
      }
      asks={asks}
      first={known}
      confirm={{ label: known ? 'Corregir' : 'Despachar' }}
      doing={shipping}
      onConfirm={(parcel) => shipping.mutate({ ...parcel, ...(known && { corrects: true }) }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
