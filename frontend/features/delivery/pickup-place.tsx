import { useQuery } from '@tanstack/react-query'
import { shopQuery } from '#frontend/shop.queries.ts'

export function PickupPlace() {
  const seller = useQuery(shopQuery).data?.seller
  if (!seller?.address) return null
  return (
    <span className="block text-sm text-muted">
      {seller.address}
      <span className="block">{seller.hours}</span>
    </span>
  )
}
