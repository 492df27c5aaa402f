// Child of the test of rebuilds at start: has the carts rebuilt by a child of its own, until it is killed.
import { childRebuilder } from '#backend/long-work.ts'
import { cartsProjection } from '#backend/readmodels/carts/carts.projection.ts'

const { dataKey, ...urls } = JSON.parse(process.argv[2] ?? '{}') as Record<
  'databaseUrl' | 'loginUrl' | 'dataKey',
  string
>
const parts = { progress: undefined, signal: new AbortController().signal }
await childRebuilder({ ...urls, dataKey: Buffer.from(dataKey, 'base64') }, parts)(cartsProjection)
