import { comparedLimits } from '#backend/domain/product/schema/compared.limits.ts'
import { toastWarning } from '#frontend/ui/notice/toast.ts'
import { type Compared, toggleCompared, useCompared } from './compared-products.ts'

type Props = { product: Compared; className?: string }

/** Stands above a card's link. */
export function CompareToggle({ product: { id, name, category }, className = '' }: Props) {
  const isOn = useCompared().some((one) => one.id === id)
  const toggle = () => {
    if (!toggleCompared({ id, name, category })) toastWarning(`Se comparan hasta ${comparedLimits.most} productos.`)
  }
  return (
    <label
      className={`relative z-10 inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm text-muted hover:text-text ${className}`}
    >
      <input type="checkbox" checked={isOn} onChange={toggle} className="size-5" />
      Comparar<span className="sr-only"> {name}</span>
    </label>
  )
}
