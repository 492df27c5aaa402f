// 64 clients reserve one product through the store, beside a conditional UPDATE per reservation.
import { readStock } from '#backend/commands/availability.ts'
import { GuardRefused } from '#backend/eventstore/log/append-entry.ts'
import type { Core } from '#backend/shop.ts'
import { type Bench, openCoreOn } from './ground.ts'
import { append } from './growth/long-lives.ts'
import { compare, drive, driveFor, type Finding, tell } from './measure.ts'

const [usualRounds, ms, clients] = [5, 1000, 64]
const [plenty, scarce] = [10_000_000, 2000]
const reserveRaw = {
  name: 'reserve',
  text: 'update public.raw_stock set reserved = reserved + 1 where id = 1 and on_hand - reserved >= 1',
}

export const stock: Bench = async (ground, { rounds = usualRounds }) => {
  const [core, raw] = await openCoreOn(ground)
  await receive(core, 1, plenty)
  await raw.query('create table public.raw_stock (id int primary key, on_hand int not null, reserved int not null)')
  await raw.query('insert into public.raw_stock values (1, $1, 0)', [plenty])
  const contestants = {
    shop: () => driveFor(ms, clients, () => reserve(core, 1)),
    'raw UPDATE on 16 connections': () => driveFor(ms, clients, () => raw.query(reserveRaw)),
  }
  const what = `${clients} clients reserve one product`
  return [await compare(what, rounds, contestants, { least: 5 }), await sellOut(core, 2)]
}

function receive(core: Core, productId: number, delta: number): Promise<number> {
  const event = { type: 'StockAdjusted' as const, data: { productId, delta } }
  return append(core, { stream: `stock-${productId}`, expected: null, events: [event] })
}

let orders = 0

/** Event and guarded counter in one statement, as at 'Pagar'. */
function reserve(core: Core, productId: number): Promise<number> {
  const event = { type: 'StockHeld' as const, data: { productId, orderId: ++orders, quantity: 1 } }
  return append(core, { stream: `stock-${productId}`, expected: null, events: [event] })
}

async function sellOut(core: Core, productId: number): Promise<Finding> {
  await receive(core, productId, scarce)
  let [tries, sold] = [0, 0]
  const buy = async () => {
    await reserve(core, productId).then(
      () => sold++,
      (error) => {
        if (!(error instanceof GuardRefused)) throw error
      },
    )
  }
  await drive(clients, () => (tries++ < scarce * 1.5 ? buy() : undefined))
  const reserved = (await readStock(core.store, [productId])).get(productId)?.reserved ?? 0
  const value = Math.max(sold, reserved) - scarce
  const figure = `sold ${sold}, reserved in the database ${reserved}, oversold ${value}`
  return tell(`${scarce} units, ${scarce * 1.5} tries`, figure, { of: 'oversold', value, most: 0 })
}
