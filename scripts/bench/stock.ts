// G5: 64 clients reserve one product through the store, beside a conditional UPDATE per reservation.

import { readStock } from '#backend/commands/availability.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import { GuardRefused } from '#backend/eventstore/log/append-entry.ts'
import { meta } from './append.ts'
import type { Contest, Ground } from './ground.ts'
import { drive, type Finding, interleave, rateOf, ratioOf, showRuns, showSpread, tell } from './measure.ts'

const rounds = 5
const milliseconds = 1000
const clients = 64
const plenty = 10_000_000
const scarce = 2000

export async function run(ground: Ground): Promise<Finding[]> {
  const contest = await ground.openContest()
  try {
    await receive(contest, 1, plenty)
    await contest.raw.query(
      'create table public.raw_stock (id int primary key, on_hand int not null, reserved int not null)',
    )
    await contest.raw.query('insert into public.raw_stock values (1, $1, 0)', [plenty])
    const runs = await interleave(rounds, {
      shop: () => drive(clients, milliseconds, () => reserve(contest, 1)),
      raw: () => drive(clients, milliseconds, () => contest.raw.query(updateOneRow)),
    })
    const ratio = ratioOf(runs.shop, runs.raw, rateOf)
    const what = `${clients} clients reserve one product`
    return [
      tell({
        goal: 'G5',
        what,
        figure: `shop ${showRuns(runs.shop)}, raw UPDATE on 16 connections ${showRuns(runs.raw)}, ratio ${showSpread(ratio)}`,
        aim: '>= 5x raw',
        isReached: ratio.median >= 5,
      }),
      await sellOut(contest, 2),
    ]
  } finally {
    await contest.close()
  }
}

const updateOneRow = {
  name: 'reserve',
  text: 'update public.raw_stock set reserved = reserved + 1 where id = 1 and on_hand - reserved >= 1',
}

async function receive({ core }: Contest, productId: number, delta: number): Promise<void> {
  const events = [{ type: 'StockAdjusted' as const, data: { productId, delta } }]
  await core.store.append({
    commandId: newCommandId(),
    meta,
    writes: [{ stream: `stock-${productId}`, expected: null, events }],
  })
}

let orders = 0

/** Event and guarded counter in one statement, as at 'Pagar'. */
function reserve({ core }: Contest, productId: number) {
  const events = [{ type: 'StockHeld' as const, data: { productId, orderId: ++orders, quantity: 1 } }]
  return core.store.append({
    commandId: newCommandId(),
    meta,
    writes: [{ stream: `stock-${productId}`, expected: null, events }],
  })
}

async function sellOut(contest: Contest, productId: number): Promise<Finding> {
  await receive(contest, productId, scarce)
  let [sold, refused] = [0, 0]
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (sold + refused < scarce * 1.5) {
        try {
          await reserve(contest, productId)
          sold++
        } catch (error) {
          if (!(error instanceof GuardRefused)) throw error
          refused++
        }
      }
    }),
  )
  const stock = (await readStock(contest.core.store, [productId])).get(productId)
  const oversold = Math.max(sold, stock?.reserved ?? 0) - scarce
  return tell({
    goal: 'G5',
    what: `${scarce} units, ${sold + refused} tries`,
    figure: `sold ${sold}, refused ${refused}, reserved in the database ${stock?.reserved}, oversold ${oversold}`,
    aim: 'oversold 0',
    isReached: oversold === 0,
  })
}
