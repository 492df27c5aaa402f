// A whole shop that also carries out its parent's commands, and whose clock its parent can move.
import { loadConfig } from '#backend/config/config.ts'
import { createPool } from '#backend/db/database.ts'
import { startShop } from '#backend/start-shop.ts'
import { carryOut, servicesOf } from '#scripts/fault-injection/load/carry-out.ts'
import type { Command } from '#scripts/fault-injection/load/command.ts'
import { replaceClock } from '#scripts/testing/movable-clock.ts'
import { answerParent, specOfChild } from './child.ts'
import type { WholeShopSpec } from './whole-shop.ts'

type Question = { id: string; command: Command } | { ahead: number }

const { databaseUrl, env, movesClock, context } = specOfChild<WholeShopSpec>()
const moveClock = movesClock ? replaceClock() : undefined
const { core } = await startShop(loadConfig(env), { databaseUrl, ...context })
const services = servicesOf(core)
const owner = createPool(databaseUrl, { as: 'owner', max: 1 })

answerParent(null, async (asked: Question) => {
  if ('command' in asked) return carryOut(services, owner, asked.id, asked.command)
  moveClock?.(asked.ahead)
})
