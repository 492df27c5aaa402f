// Adds to a cart like the route: 64 callers on one cart and on 64, through the append queue and as optimistic
// transactions that retry after each lost race.
import { loadAvailabilityOf } from '#backend/commands/availability.ts'
import { addItemToCart } from '#backend/commands/cart.ts'
import { addProduct } from '#backend/commands/products/products.ts'
import { cart } from '#backend/domain/cart/cart.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import { VersionConflict } from '#backend/eventstore/log/append-entry.ts'
import type { Core } from '#backend/shop.ts'
import { meta, nextCart } from './append.ts'
import type { Ground } from './ground.ts'
import { drive, type Finding, type Run, rateOf, ratioOf, showRuns, showSpread, tell } from './measure.ts'

const rounds = 5
const milliseconds = 1200
const callers = 64
const context = { actor: meta.actor, correlation: meta.correlation }

type Line = { userId: number; productId: number; quantity: number }
type Add = (core: Core, line: Line) => Promise<unknown>

const ways = {
  queue: ({ store }: Core, line: Line) => addItemToCart(store, context, line),
  transaction: ({ store }: Core, line: Line) =>
    transact(store, context, 'AddItemToCart', async (unit) => {
      const own = await unit.load(cart, line.userId)
      const availability = await loadAvailabilityOf(store, line.productId)
      return unit.decide(cart, own, { type: 'AddItemToCart', ...line, availability })
    }),
}

export async function run(ground: Ground): Promise<Finding[]> {
  const { core, close } = await ground.openContest()
  try {
    const details = { name: 'Teclado', description: '', category: 'Periféricos', imageUrl: '', specs: [] }
    const product = { details, priceCents: 100, currency: 'ARS', units: 1_000_000 }
    const { result: productId } = await addProduct(core.store, context, product)
    return [await compare(core, productId, 1), await compare(core, productId, callers)]
  } finally {
    await close()
  }
}

async function compare(core: Core, productId: number, carts: number): Promise<Finding> {
  const runs: Record<keyof typeof ways, Run[]> = { queue: [], transaction: [] }
  const refused = { queue: 0, transaction: 0 }
  for (let round = 0; round <= rounds; round++)
    for (const way of ['queue', 'transaction'] as const) {
      const one = await measure(core, productId, carts, ways[way])
      if (round === 0) continue
      runs[way].push(one.run)
      refused[way] += one.refused
    }
  const ratio = ratioOf(runs.queue, runs.transaction, rateOf)
  const show = (way: keyof typeof ways) => `${way} ${showRuns(runs[way])}, ${refused[way]} refused`
  return tell({
    goal: 'cart',
    what: `${callers} callers add to ${carts === 1 ? 'one cart' : `${carts} carts`}`,
    figure: `${show('queue')}; ${show('transaction')}; ratio ${showSpread(ratio, 1)}`,
    aim: carts === 1 ? '>= 1.5x, none refused' : '>= 0.9x, none refused',
    isReached: ratio.median >= (carts === 1 ? 1.5 : 0.9) && refused.queue === 0,
  })
}

/** Rate of accepted commands; `refused`: lost every race. */
async function measure(core: Core, productId: number, carts: number, add: Add) {
  const users = Array.from({ length: carts }, nextCart)
  let [next, done, refused] = [0, 0, 0]
  const run = await drive(callers, milliseconds, async () => {
    const userId = users[next++ % carts] ?? 0
    try {
      await add(core, { userId, productId, quantity: 1 })
      done++
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error
      refused++
    }
  })
  return { run: { ...run, rate: run.rate * (done / (done + refused)) }, refused }
}
