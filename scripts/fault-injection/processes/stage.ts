import { addProduct } from '#backend/commands/products/products.ts'
import { createPool } from '#backend/db/database.ts'
import { JobQueue } from '#backend/jobs/queue.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { type Core, openPump } from '#backend/shop.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import { currency } from '#scripts/fault-injection/load/command.ts'
import { plentifulProduct, productCount } from '#scripts/load/buyers.ts'
import { waitFor } from '#scripts/load/wait-for.ts'
import { openCoreUnderTest } from './core-under-test.ts'

const plenty = 1_000_000

/** Creates scarce products, one plentiful one, and checkpoints at the log's beginning. */
export async function openShop(databaseUrl: string): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const core = await openCoreUnderTest(databaseUrl, opened)
  const owner = opened.adopt(createPool(databaseUrl, { as: 'owner', max: 2 }), (pool) => pool.end())
  const queue = opened.adopt(new JobQueue(core.pool, () => undefined), (begun) => begun.stop())
  await openPump(core, owner, queue, () => undefined)
  await queue.start()
  for (let nth = 1; nth <= productCount; nth++) await stockProduct(core, nth, 20)
  await stockProduct(core, plentifulProduct, plenty)
}

async function stockProduct({ store }: Core, nth: number, units: number): Promise<void> {
  const details = { name: `P${nth}`, description: '', category: 'x', imageUrl: '', specs: [] }
  const commandId = crypto.randomUUID()
  // The verdict expects each command's id as its events' correlation.
  const context: ShopContext = { actor: 'operator', correlation: commandId, commandId }
  const { result } = await addProduct(store, context, { details, priceCents: 100 * nth, currency, units })
  if (result !== nth) throw new Error(`product ${nth} got the id ${result}`)
}

/** Rows of another release, which may have no process here. */
const isForeign = ({ name, state, version }: { name: string; state: string; version: number }) =>
  state === 'kept' && projections.find((projection) => projection.name === name)?.version !== version

const readWithin = 60_000

export async function caughtUp({ pool, store }: Core): Promise<void> {
  const head = await store.head()
  const isRead = async () => {
    const { rows } = await pool.query<{ name: string; state: string; version: number }>(
      `select name, state, version from es.subscriptions
       where state <> 'building' and (kept_until is null or kept_until > now()) and pos < $1`,
      [head],
    )
    return rows.every(isForeign)
  }
  await waitFor(`all subscriptions reach ${head}`, readWithin, isRead)
}

/** Timeout in milliseconds: a job of a dead worker restarts after five minutes (queue.ts), plus a minute's pass. */
const restWithin = 420_000
const due = `select from job.job where left(name, 2) <> '__'
  and (state = 'active' or state in ('created', 'retry') and start_after < now() + interval '1 s')`

export async function atRest(core: Core): Promise<void> {
  const isAtRest = async () => {
    const head = await core.store.head()
    await caughtUp(core)
    return (await core.pool.query(due)).rowCount === 0 && (await core.store.head()) === head
  }
  await waitFor('no job is under way', restWithin, isAtRest, 250)
}
