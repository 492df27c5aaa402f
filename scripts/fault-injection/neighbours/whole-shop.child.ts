// A whole shop, as it is started for people, that also carries out commands which its parent sends, and whose clock its parent can move.
import { loadConfig } from '#backend/config/config.ts'
import { createPool } from '#backend/db/database.ts'
import { startShop } from '#backend/start-shop.ts'
import { carryOut, servicesOf } from '#scripts/fault-injection/load/carry-out.ts'
import type { Command } from '#scripts/fault-injection/load/command.ts'
import { replaceClock } from './movable-clock.ts'

type Sent = { id: string; command: Command } | { ahead: number }

const [databaseUrl = '', env = '{}'] = process.argv.slice(2)
const moveClock = replaceClock()
process.on('disconnect', () => process.exit())
/** Neither a wallet nor a mail server listens: what has to do with them is tried again later. */
const nowhere = 'http://127.0.0.1:9'
const { core } = await startShop(loadConfig(JSON.parse(env) as Record<string, string>), {
  databaseUrl,
  paymentWallet: {
    accessToken: 'TEST-1-0-0-1',
    webhookSecret: 'fault-injection-secret',
    publicKey: 'TEST-1',
    apiBaseUrl: nowhere,
  },
  smtpUrl: 'smtp://127.0.0.1:9',
  signIn: { issuer: nowhere, clientId: 'shop', clientSecret: 'secret' },
  rateFactor: 1_000_000,
})
const services = servicesOf(core)
const owner = createPool(databaseUrl, { as: 'owner', max: 1 })
process.on('message', (sent: Sent) => {
  if ('ahead' in sent) return moveClock(sent.ahead)
  void carryOut(services, owner, sent.id, sent.command).then((answer) => process.send?.({ id: sent.id, answer }))
})
process.send?.('ready')
