// A whole shop that sends a round's requests to itself and tells its parent what it holds in memory meanwhile.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '#backend/config/config.ts'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { startShop } from '#backend/start-shop.ts'
import { answerParent, specOfChild } from '#scripts/fault-injection/processes/child.ts'
import { contextOf, envUnderTest } from '#scripts/fault-injection/processes/whole-shop.ts'
import { type FuzzRound, fuzz } from './fuzz.ts'
import type { Held } from './fuzz-round.ts'

const { databaseUrl } = specOfChild<{ databaseUrl: string }>()
const dataDir = await mkdtemp(join(tmpdir(), 'gamertech-fuzz-'))
const config = loadConfig(envUnderTest(dataDir, await freePort()))
const shop = await startShop(config, { databaseUrl, ...contextOf({}) })

answerParent(null, async (round: FuzzRound) => {
  /** Twenty samples a round, at most one per thousand requests. */
  const lookEvery = Math.max(1000, round.requests / 20)
  let looked = 0
  const done = await fuzz(shop, round, (sent) => {
    if (sent - looked < lookEvery) return
    looked = sent
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    const held: Held = { sent, heapBytes: heapUsed + external }
    process.send?.({ news: held })
  })
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
  return done
})
