// Child of the kill test: rebuilds the members, writing its table every few events, until it is killed or done.

import { rebuild } from '#backend/eventstore/projections/rebuild.ts'
import { membersProjection } from './library/members.projection.ts'
import { openOwnerPool } from './pump-fixture.ts'
import { openStore } from './test-store.ts'

const core = await openStore(process.argv[2] ?? '')
const pool = openOwnerPool(core)
const { resumedAt } = await rebuild({
  pool,
  store: core.store,
  projection: membersProjection,
  commitEveryMs: 0,
  progress: (phase, done) => process.stdout.write(`${phase} ${done}\n`),
})
process.stdout.write(`resumed ${resumedAt}\n`)
await pool.end()
await core.close()
