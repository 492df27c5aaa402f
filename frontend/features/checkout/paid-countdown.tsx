// After a payment: registers the purchase once, counts 3, 2, 1, and goes on.
import { useEffect, useState } from 'react'
import type { OrderDetail } from '#frontend/api.ts'
import { forget, store } from '#frontend/storage.ts'
import { Button } from '#frontend/ui/button.tsx'
import { useRegisterPurchase } from './checkout.queries.ts'

const FROM = 3

export function PaidCountdown({ order, onEnd }: { order: OrderDetail; onEnd: () => void }) {
  const [left, setLeft] = useState(FROM)
  const [stopped, setStopped] = useState(false)
  useRegisterPurchase(order)
  useEffect(() => {
    store('pagoExitoso', 'true')
    forget('delivery')
  }, [])
  useEffect(() => {
    if (stopped) return
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : onEnd()), 1000)
    return () => clearTimeout(timer)
  }, [left, stopped, onEnd])
  return (
    <>
      <p className="text-muted">
        {stopped ? `Tu orden es la Nº ${order.id}.` : 'Te llevamos a tu compra en '}
        {!stopped && <span className="font-display text-2xl font-bold text-cyan tabular-nums">{left}</span>}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={onEnd}>Ver mi compra</Button>
        {!stopped && (
          <Button look="quiet" onClick={() => setStopped(true)}>
            Quedarme acá
          </Button>
        )}
      </div>
    </>
  )
}
