// A whole shop that also carries out its parent's commands, with an adjustable clock.
import { loadConfig } from '#backend/config/config.ts'
import { createPool } from '#backend/db/database.ts'
import { startShop } from '#backend/start-shop.ts'
import { carryOut, servicesOf } from '#scripts/fault-injection/load/carry-out.ts'
import type { Command } from '#scripts/fault-injection/load/command.ts'
import { noServices } from '#scripts/fault-injection/processes/no-services.ts'
import { replaceClock } from '#scripts/testing/movable-clock.ts'

type Sent = { id: string; command: Command } | { ahead: number }

const [databaseUrl = '', env = '{}'] = process.argv.slice(2)
const moveClock = replaceClock()
process.on('disconnect', () => process.exit())
const { core } = await startShop(loadConfig(JSON.parse(env) as Record<string, string>), {
  databaseUrl,
  ...noServices,
  rateFactor: 1_000_000,
})
const services = servicesOf(core)
const owner = createPool(databaseUrl, { as: 'owner', max: 1 })
process.on('message', (sent: Sent) => {
  if ('ahead' in sent) return moveClock(sent.ahead)
  void carryOut(services, owner, sent.id, sent.command).then((answer) => process.send?.({ id: sent.id, answer }))
})
process.send?.('ready')
