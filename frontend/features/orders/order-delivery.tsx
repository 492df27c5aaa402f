import { Store, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { addressLine } from '#backend/domain/address.limits.ts'
import { pickup } from '#backend/domain/delivery/delivery.limits.ts'
import type { ShippedOrder } from '#frontend/api.ts'
import { Card } from '#frontend/ui/card.tsx'

type Props = { order: Pick<ShippedOrder, 'shipping' | 'address'>; place?: ReactNode }

/** `place`: where and when it is picked up. */
export function OrderDelivery({ order: { shipping, address }, place }: Props) {
  return (
    <Card id="delivery" title="Entrega" Icon={shipping ? Truck : Store} isSmall>
      <div className="mt-3 break-words">
        {shipping ? <Shipped days={shipping.days} address={address} /> : pickup}
        {!shipping && place}
      </div>
    </Card>
  )
}

type ShippedProps = { days: number; address: ShippedOrder['address'] }

/** No address: its person erased the account, or the viewer doesn't ship parcels. */
export function Shipped({ days, address }: ShippedProps) {
  return (
    <>
      <p>Envío a domicilio, en hasta {days === 1 ? '1 día hábil' : `${days} días hábiles`}</p>
      {address ? (
        <p className="mt-2 text-muted">
          <span className="block text-text">{address.recipient}</span>
          {addressLine(address)}
          <span className="block">{address.phone}</span>
        </p>
      ) : (
        <p className="mt-2 text-muted">
          La dirección la ven su comprador y quienes despachan, mientras exista la cuenta.
        </p>
      )}
    </>
  )
}
