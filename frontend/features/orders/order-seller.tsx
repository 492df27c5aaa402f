import { Building2 } from 'lucide-react'
import { formatCuit } from '#backend/domain/official-numbers.limits.ts'
import type { ShippedOrder } from '#frontend/api.ts'
import { Card } from '#frontend/ui/card.tsx'

/** The seller as it stood when the order was placed. */
export function OrderSeller({ order: { seller } }: { order: Pick<ShippedOrder, 'seller'> }) {
  if (!seller.company) return null
  return (
    <Card id="seller" title="Quién vendió" Icon={Building2} isSmall>
      <div className="mt-3 break-words text-muted">
        <p className="text-text">{seller.company}</p>
        <p>CUIT {formatCuit(seller.cuit)}</p>
        <p>{seller.address}</p>
        <p className="flex flex-wrap gap-x-4">
          {seller.phone} <a href={`mailto:${seller.email}`}>{seller.email}</a>
        </p>
      </div>
    </Card>
  )
}
