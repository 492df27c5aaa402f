import type { OrderDetail } from '#frontend/api.ts'
import { Card } from '#frontend/ui/card.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { Price } from '#frontend/ui/figures/price.tsx'
import { type Staged, stepOf } from './order-state.tsx'

type Timeline = OrderDetail['timeline']

export function OrderTimeline({ order }: { order: Staged & Pick<OrderDetail, 'timeline'> }) {
  const { timeline } = order
  return (
    <Card id="timeline" title="Historial" isSmall>
      <ol className="mt-5 flex flex-col">
        {timeline.map((step, index) => (
          <Step key={`${step.state}-${step.at}`} order={order} step={step} isLast={index === timeline.length - 1} />
        ))}
      </ol>
    </Card>
  )
}

function Step({ order, step, isLast }: { order: Staged; step: Timeline[number]; isLast: boolean }) {
  const { state, at, carrier, tracking, amount } = step
  const words = stepOf(order, state)
  if (!words) return null
  const { name, tone, Icon, story } = words
  return (
    <li className="relative flex gap-4 pb-6 last:pb-0">
      {!isLast && <span aria-hidden className="absolute top-10 bottom-1 left-5 w-px bg-line" />}
      <span className={`grid size-10 shrink-0 place-items-center rounded-full border ${tone}`}>
        <Icon className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-muted">{story}</p>
        {amount !== undefined && (
          <p>
            <Price amount={amount} />
          </p>
        )}
        {carrier && (
          <p className="text-sm break-words">
            {carrier}, seguimiento <strong className="font-semibold">{tracking}</strong>
          </p>
        )}
        <time dateTime={at} className="text-sm text-muted">
          {formatMoment(at)}
        </time>
      </div>
    </li>
  )
}
