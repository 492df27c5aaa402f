import { priceParts } from './price.ts'

export function Price({ amount, className = '' }: { amount: number; className?: string }) {
  const { whole, cents } = priceParts(amount)
  return (
    <span className={`font-display font-semibold tabular-nums whitespace-nowrap ${className}`}>
      {whole}
      {cents && <span className="text-[max(0.62em,0.75rem)] opacity-85">{cents}</span>}
    </span>
  )
}
