// Child of the rebuild benchmark: rebuilds the order history in its own process like an operator.
import { constants, setPriority } from 'node:os'
import { createPool } from '#backend/db/database.ts'
import { rebuild } from '#backend/eventstore/projections/rebuild.ts'
import { ordersProjection } from '#backend/readmodels/orders/orders.projection.ts'
import { openCore } from '#backend/shop.ts'

setPriority(constants.priority.PRIORITY_BELOW_NORMAL) // as the command line does
const databaseUrl = process.argv[2] ?? ''
const core = await openCore({ databaseUrl, dataKey: Buffer.alloc(32, 1), sessionSecret: 'b'.repeat(40) })
const pool = createPool(databaseUrl, { as: 'owner', max: 3, name: 'gamertech ops', limits: false })
const started = performance.now()
const { rows } = await rebuild({ pool, store: core.store, projection: ordersProjection })
process.send?.({ rows, ms: performance.now() - started })
await pool.end()
await core.close()
