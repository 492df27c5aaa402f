// A phone's buy bar at the bottom, shown while the buy box is out of sight.
import { type RefObject, useEffect, useState } from 'react'
import { Button } from '#frontend/ui/button.tsx'
import { Price } from '#frontend/ui/figures/price.tsx'

type Props = {
  box: RefObject<HTMLElement | null>
  price: number
  quantity: number
  busy: boolean
  disabled: boolean
  onBuy: () => void
}

export function BuyBar({ box, price, quantity, busy, disabled, onBuy }: Props) {
  const isSeen = useIsSeen(box)
  if (isSeen) return null
  return (
    <section
      aria-label="Compra rápida"
      data-buy-bar
      className="fixed inset-x-0 bottom-0 z-30 flex items-center justify-between gap-4 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-lift lg:hidden"
    >
      <Price amount={price * quantity} className="text-xl" />
      <Button
        className="min-h-12 px-7"
        busy={busy}
        disabled={disabled}
        aria-label={`Añadir ${quantity} al carrito`}
        onClick={onBuy}
      >
        Añadir
      </Button>
    </section>
  )
}

/** True until it is known. */
function useIsSeen(box: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(true)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(([entry]) => setIsSeen(entry?.isIntersecting ?? true))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return isSeen
}
