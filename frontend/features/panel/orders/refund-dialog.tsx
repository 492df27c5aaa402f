import { useState } from 'react'
import { readDecimal } from '#backend/domain/product/decimal.limits.ts'
import { orderApi, type PanelOrderDetail } from '#frontend/api.ts'
import { AskDialog } from '#frontend/features/panel/form/ask-dialog.tsx'
import { Check } from '#frontend/features/panel/form/check.tsx'
import { panelPrice } from '#frontend/features/panel/panel-price.ts'
import { withShipping } from '#frontend/ui/figures/price.ts'
import { Field } from '#frontend/ui/form/field.tsx'
import { leftToRefund, shippingBack, unitsLeft } from './left-to-refund.ts'
import { useOrderChange } from './order-acts.queries.ts'

/** Previews the refund; a typed amount overrides units. */
export function RefundDialog({ order, onClose }: { order: PanelOrderDetail; onClose: () => void }) {
  const [units, setUnits] = useState<Readonly<Record<number, number>>>({})
  const [restock, setRestock] = useState(true)
  const [amount, setAmount] = useState('')
  const refunding = useOrderChange(order.id, orderApi[':id'].refund.$post)
  const [isMissing, setMissing] = useState(false)
  const { refund, total } = chosen(order, { units, restock, amount })
  const send = () => {
    setMissing(total === 0)
    if (total > 0) refunding.mutate(refund, { onSuccess: onClose })
  }
  return (
    <AskDialog
      title={`Devolver dinero de la orden Nº ${order.id}`}
      about={`Vuelve por el medio con el que pagó, y se le avisa por correo. Quedan ${panelPrice(leftToRefund(order))} por devolver.`}
      confirm={{ label: total > 0 ? `Devolver ${panelPrice(total)}` : 'Devolver', look: 'danger' }}
      doing={refunding}
      onConfirm={send}
      onClose={onClose}
    >
      <Units order={order} units={units} onUnits={(id, value) => setUnits({ ...units, [id]: value })} />
      <Check isOn={restock} onTurn={setRestock}>
        Las unidades vuelven al stock
      </Check>
      <Field
        label="Un monto, en lugar de unidades (opcional)"
        name="amount"
        inputMode="decimal"
        value={amount}
        error={isMissing && total === 0 ? missing(amount) : undefined}
        hint="Con hasta dos decimales, por ejemplo 1.250,50."
        onChange={(event) => setAmount(event.target.value)}
      />
    </AskDialog>
  )
}

const missing = (amount: string) =>
  amount.trim() ? 'Escribí un monto, hasta con dos decimales: 1.250,50.' : 'Elegí unidades, o escribí un monto.'

type Choice = { units: Readonly<Record<number, number>>; restock: boolean; amount: string }

function chosen(order: PanelOrderDetail, { units, restock, amount }: Choice) {
  const typed = Math.max(readDecimal(amount.trim()) ?? 0, 0)
  if (amount.trim()) return { refund: { amount: typed }, total: typed }
  const picked = order.lines.filter(({ id }) => (units[id] ?? 0) > 0)
  const cents = picked.reduce((sum, { id, price }) => sum + Math.round(price * 100) * (units[id] ?? 0), 0)
  const back = picked.map(({ id }) => ({ id, quantity: units[id] ?? 0 }))
  return { refund: { lines: back, restock }, total: withShipping(cents / 100, shippingBack(order, back, cents / 100)) }
}

type UnitsProps = {
  order: PanelOrderDetail
  units: Choice['units']
  onUnits: (productId: number, units: number) => void
}

function Units({ order, units, onUnits }: UnitsProps) {
  return (
    <>
      {order.shipping && order.shipping.price > 0 && (
        <p className="text-sm text-muted">
          El envío ({panelPrice(order.shipping.price)}) vuelve con las últimas unidades de la compra.
        </p>
      )}
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-3 font-medium">Unidades que se devuelven</legend>
        {order.lines.map((line) => (
          <Field
            key={line.id}
            label={`${line.name} (${panelPrice(line.price)}, hasta ${unitsLeft(order, line.id)})`}
            type="number"
            inputMode="numeric"
            min={0}
            max={unitsLeft(order, line.id)}
            step={1}
            value={units[line.id] ?? 0}
            onChange={(event) => onUnits(line.id, Math.trunc(Number(event.target.value)) || 0)}
          />
        ))}
      </fieldset>
    </>
  )
}
