// 64 clients reserve one product through the store, beside a conditional UPDATE per reservation.
import { readStock } from '#backend/commands/availability.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import { GuardRefused } from '#backend/eventstore/log/append-entry.ts'
import type { Core } from '#backend/shop.ts'
import { meta } from './append.ts'
import { type Bench, openCoreOn } from './ground.ts'
import { drive, type Finding, interleave, tell, tellRatios } from './measure.ts'

const rounds = 5
const ms = 1000
const clients = 64
const plenty = 10_000_000
const scarce = 2000
const reserveRaw = {
  name: 'reserve',
  text: 'update public.raw_stock set reserved = reserved + 1 where id = 1 and on_hand - reserved >= 1',
}

export const stock: Bench = {
  async run(ground) {
    await using opened = new AsyncDisposableStack()
    const [core, raw] = await openCoreOn(await ground.createDatabase(), opened)
    await append(core, { type: 'StockAdjusted', data: { productId: 1, delta: plenty } })
    await raw.query('create table public.raw_stock (id int primary key, on_hand int not null, reserved int not null)')
    await raw.query('insert into public.raw_stock values (1, $1, 0)', [plenty])
    const runs = await interleave(rounds, {
      shop: () => drive(clients, ms, () => reserve(core, 1)),
      'raw UPDATE on 16 connections': () => drive(clients, ms, () => raw.query(reserveRaw)),
    })
    const aims = { 'raw UPDATE on 16 connections': { least: 5 } }
    return [...tellRatios(`${clients} clients reserve one product`, runs, aims), await sellOut(core, 2)]
  },
}

let orders = 0

/** Event and guarded counter in one statement, as at 'Pagar'. */
function reserve(core: Core, productId: number) {
  return append(core, { type: 'StockHeld', data: { productId, orderId: ++orders, quantity: 1 } })
}

type StockEvent =
  | { type: 'StockAdjusted'; data: { productId: number; delta: number } }
  | { type: 'StockHeld'; data: { productId: number; orderId: number; quantity: number } }

function append({ store }: Core, event: StockEvent) {
  const write = { stream: `stock-${event.data.productId}` as const, expected: null, events: [event] }
  return store.append({ commandId: newCommandId(), meta, writes: [write] })
}

async function sellOut(core: Core, productId: number): Promise<Finding> {
  await append(core, { type: 'StockAdjusted', data: { productId, delta: scarce } })
  let [sold, refused] = [0, 0]
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (sold + refused < scarce * 1.5) {
        try {
          await reserve(core, productId)
          sold++
        } catch (error) {
          if (!(error instanceof GuardRefused)) throw error
          refused++
        }
      }
    }),
  )
  const left = (await readStock(core.store, [productId])).get(productId)
  const oversold = Math.max(sold, left?.reserved ?? 0) - scarce
  return tell({
    what: `${scarce} units, ${sold + refused} tries`,
    figure: `sold ${sold}, refused ${refused}, reserved in the database ${left?.reserved}, oversold ${oversold}`,
    aim: 'oversold 0',
    isReached: oversold === 0,
  })
}
