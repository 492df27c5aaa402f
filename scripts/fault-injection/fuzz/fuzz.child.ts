// A whole shop that sends a round's requests to itself and reports memory and results to its parent.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '#backend/config/config.ts'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { startShop } from '#backend/start-shop.ts'
import { noServices } from '#scripts/fault-injection/processes/no-services.ts'
import { type FuzzRound, fuzz } from './fuzz.ts'
import type { Told } from './fuzz-round.ts'

const [databaseUrl = '', typed = ''] = process.argv.slice(2)
const round = JSON.parse(typed) as FuzzRound
/** Twenty samples a round, at most one per thousand requests. */
const lookEvery = Math.max(1000, round.requests / 20)
process.on('disconnect', () => process.exit(1))
const tell = (told: Told) => process.send?.(told)

const dataDir = await mkdtemp(join(tmpdir(), 'gamertech-fuzz-'))
const env = {
  DEMO: '0',
  DATA_DIR: dataDir,
  PORT: String(await freePort()),
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  DATA_KEY: Buffer.alloc(32, 6).toString('base64'),
  SESSION_SECRET: 't'.repeat(40),
  SUPER_ADMIN_KEY: 'a key that nobody guesses',
}
const shop = await startShop(loadConfig(env), {
  databaseUrl,
  ...noServices,
  rateFactor: 1_000_000,
})
let looked = 0
const done = await fuzz(shop, round, (sent) => {
  if (sent - looked < lookEvery) return
  looked = sent
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  tell({ held: { sent, heapBytes: heapUsed + external } })
})
tell({ done })
await shop.stop()
await rm(dataDir, { recursive: true, force: true })
process.exit(0)
