import type { FulfilmentStep } from '#backend/domain/order/order.ts'
import type { PlannedOrder, Step } from './demo-plan.ts'
import { repeatableNumbers } from './repeatable-numbers.ts'

export type OrderStep = { order: number } & (
  | { do: 'pay'; status: 'approved' | 'rejected' | 'refunded' }
  | { do: 'end'; as: 'cancelled' | 'expired' }
  | { do: 'giveUp' }
  | { do: 'fulfil'; command: FulfilmentStep }
  | { do: 'withdraw' }
  | { do: 'giveBack'; isAll: boolean; restock: boolean }
  | { do: 'givenBack' }
)
type Act = OrderStep extends infer One ? (One extends { order: number } ? Omit<One, 'order'> : never) : never

/** Milliseconds since 1970. Returns after the last stock-taking (`counted`) are not restocked. */
type Times = { now: number; counted: number }

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const holdMs = 15 * minute
const [packingHour, readyHour, handingHour, deliveryHour] = [13.2, 15.1, 19.6, 20.9]
const carriers = ['Andreani', 'OCA', 'Correo Argentino'] as const
const [returnedShare, partShare] = [0.06, 0.08]

export function lifeOfOrders(orders: readonly PlannedOrder[], times: Times): Step[] {
  const random = repeatableNumbers(2_026)
  const steps = orders.flatMap((planned, order) => {
    const steps: Step[] = [{ at: new Date(planned.at), do: 'order', order }]
    const then = (at: number, act: Act) => {
      if (at <= times.now) steps.push({ at: new Date(at), order, ...act } as Step)
    }
    end(planned, then)
    if (planned.end === 'paid') fulfil(planned, random, times, then)
    return steps
  })
  const open = stillInShop(steps)
  return [...open, ...waiting(open, times.now)]
}

function stillInShop(steps: readonly Step[]): Step[] {
  const [isReady, isHandedOver] = [isStep('ReadyOrder'), isStep('HandOverOrder')]
  const [newest, before] = newestFirst(steps.filter(isReady)).map(({ order }) => order)
  return steps.filter(
    (step) =>
      !(isReady(step) && step.order === newest) &&
      !(isHandedOver(step) && (step.order === newest || step.order === before)),
  )
}

type Fulfilment = Step & { do: 'fulfil' }

const isStep =
  (type: FulfilmentStep['type']) =>
  (step: Step): step is Fulfilment =>
    step.do === 'fulfil' && step.command.type === type

const newestFirst = (steps: readonly Fulfilment[]) => steps.toSorted((a, b) => b.at.getTime() - a.at.getTime())

/** Two buyers returned earlier deliveries and still wait for their money. */
function waiting(steps: readonly Step[], now: number): Step[] {
  const back = new Set(steps.flatMap((step) => (step.do === 'withdraw' || step.do === 'giveBack' ? [step.order] : [])))
  const delivered = newestFirst(steps.filter(isStep('DeliverOrder')))
  return delivered
    .filter(({ at, order }) => at.getTime() < now - 1.5 * day && !back.has(order))
    .slice(0, 2)
    .map(({ order }, index) => ({ at: new Date(now - (4 + 15 * index) * hour), do: 'withdraw', order }))
}

type Then = (at: number, act: Act) => void

function end({ at, end }: PlannedOrder, then: Then): void {
  const isPaid = end === 'paid' || end === 'refunded'
  if (isPaid) then(at + 2 * minute, { do: 'pay', status: 'approved' })
  if (end === 'refunded') then(at + 6 * hour, { do: 'pay', status: 'refunded' })
  if (end === 'rejected') then(at + 2 * minute, { do: 'pay', status: 'rejected' })
  if (end === 'cancelled') then(at + 4 * minute, { do: 'end', as: 'cancelled' })
  if (end === 'expired') then(at + holdMs, { do: 'end', as: 'expired' })
  if (!isPaid && end !== 'placed') then(at + 30 * minute, { do: 'giveUp' })
}

/** Every order draws equally many numbers, so that adding an order changes no other. */
function fulfil({ at, address, user }: PlannedOrder, random: () => number, { now, counted }: Times, then: Then): void {
  const [carrier, way, number, fate, pause] = [random(), random(), random(), random(), random()]
  const packed = nextAt(at + hour, packingHour)
  then(packed, { do: 'fulfil', command: { type: 'PrepareOrder' } })
  if (!address) {
    const ready = nextAt(packed, readyHour)
    then(ready, { do: 'fulfil', command: { type: 'ReadyOrder' } })
    then(nextAt(ready + Math.floor(way * 4) * day, handingHour), { do: 'fulfil', command: { type: 'HandOverOrder' } })
    return
  }
  const handed = nextAt(packed, handingHour)
  const tracking = `${String(1 + user).padStart(2, '0')}${String(Math.floor(number * 1e10)).padStart(10, '0')}`
  const shipment = { carrier: carriers[Math.floor(carrier * carriers.length)] ?? carriers[0], tracking }
  then(handed, { do: 'fulfil', command: { type: 'ShipOrder', ...shipment } })
  const delivered = nextAt(handed + (1 + Math.floor(way * 5)) * day, deliveryHour)
  then(delivered, { do: 'fulfil', command: { type: 'DeliverOrder' } })
  if (delivered > now || fate > returnedShare + partShare) return
  const asked = delivered + (0.3 + pause * 3) * day
  const isAll = fate < returnedShare
  if (isAll) then(asked, { do: 'withdraw' })
  const back = asked + (isAll ? 3.1 : 0.1) * day
  then(back, { do: 'giveBack', isAll, restock: isAll && back < counted })
  then(back + 20 * minute, { do: 'givenBack' })
}

/** The next such hour; nobody works on Sundays. The minute varies by day. */
function nextAt(after: number, hourOfDay: number): number {
  for (let midnight = after - (after % day); ; midnight += day) {
    const at = midnight + hourOfDay * hour + ((midnight / day) % 17) * 1.7 * minute
    if (at > after && new Date(at).getUTCDay() !== 0) return at
  }
}
