// A price as the law wants it shown: what is paid, and what that is without national taxes.
import { formatPrice } from './price.ts'
import { Price } from './price.tsx'

/** `isNetAlike`: the shop shows both in one size. `transferPrice`: with the discount for a bank transfer. */
type Prices = {
  price: number
  netPrice: number
  transferPrice?: number | undefined
  isNetAlike?: true | undefined
}
/** `before`: the price before an announced reduction; `className` dresses the final price. */
type Props = { of: Prices; before?: number | undefined; className?: string }

export function PriceBlock({ of: { price, netPrice, transferPrice, isNetAlike }, before, className = '' }: Props) {
  return (
    <span data-price-block className="flex min-w-0 flex-col items-start">
      {before !== undefined && <PriceBefore amount={before} className="text-xs sm:text-sm" />}
      <Price amount={price} className={className} />
      <NetPrice amount={netPrice} className={isNetAlike ? className : 'text-xs'} />
      {transferPrice !== undefined && transferPrice < price && (
        <span className="mt-1 text-xs leading-snug font-medium text-ok sm:text-sm">
          {`${formatPrice(transferPrice)} por transferencia`}
        </span>
      )}
    </span>
  )
}

/** Never smaller than 12 px. */
export function NetPrice({ amount, className = 'text-xs' }: { amount: number; className?: string }) {
  return (
    <span data-net-price className={`inline-block leading-snug text-muted tabular-nums ${className}`}>
      {`Precio sin impuestos nacionales: ${formatPrice(amount)}`}
    </span>
  )
}

export function PriceBefore({ amount, className = '' }: { amount: number; className?: string }) {
  return (
    <s className={`text-muted ${className}`}>
      <span className="sr-only">antes </span>
      <Price amount={amount} className="font-normal" />
    </s>
  )
}
