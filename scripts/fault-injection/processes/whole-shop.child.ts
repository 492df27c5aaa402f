// A whole shop for drills: carries out its parent's commands, fuzzes itself, and lets the parent move its clock.
import { loadConfig } from '#backend/config/config.ts'
import { createPool } from '#backend/db/database.ts'
import { startShop } from '#backend/start-shop.ts'
import type { FuzzRound } from '#scripts/fault-injection/fuzz/fuzz.ts'
import { carryOut, servicesOf } from '#scripts/fault-injection/load/carry-out.ts'
import type { Command } from '#scripts/fault-injection/load/command.ts'
import { replaceClock } from '#scripts/testing/movable-clock.ts'
import { answerParent, specOfChild } from './child.ts'
import type { WholeShopSpec } from './whole-shop.ts'

type Question = { id: string; command: Command } | { ahead: number } | { round: FuzzRound }

const { env, movesClock, context } = specOfChild<WholeShopSpec>()
const moveClock = movesClock ? replaceClock() : undefined
const shop = await startShop(loadConfig(env), context)
const services = servicesOf(shop.core)
const owner = createPool(context.databaseUrl, { as: 'owner', max: 1 })

answerParent(null, async (asked: Question) => {
  if ('command' in asked) return carryOut(services, owner, asked.id, asked.command)
  if ('ahead' in asked) return moveClock?.(asked.ahead)
  const { fuzz } = await import('#scripts/fault-injection/fuzz/fuzz.ts')
  return fuzz(shop, asked.round)
})
