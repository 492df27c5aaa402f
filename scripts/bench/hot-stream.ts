// G4: 64 clients send commands to one stream, through our command handler and through Emmett's with its retry.
import { type CartCommand, cart } from '#backend/domain/cart/cart.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { VersionConflict } from '#backend/eventstore/log/append-entry.ts'
import { meta, nextCart } from './append.ts'
import type { Contest, Ground } from './ground.ts'
import { drive, type Finding, type Run, rateOf, ratioOf, showRuns, showSpread, tell } from './measure.ts'

const rounds = 5
const milliseconds = 1200
const clients = 64

export async function run(ground: Ground): Promise<Finding[]> {
  const contest = await ground.openContest()
  const runs: { shop: Run[]; emmett: Run[] } = { shop: [], emmett: [] }
  const conflicts = { shop: 0, emmett: 0 }
  try {
    for (let round = 0; round <= rounds; round++) {
      const shop = await commands(contest)
      const emmett = await contest.peer.call('commands', clients, milliseconds)
      if (round === 0) continue
      runs.shop.push(shop.run)
      runs.emmett.push(emmett.run)
      conflicts.shop += shop.conflicts
      conflicts.emmett += emmett.conflicts
    }
  } finally {
    await contest.close()
  }
  const ratio = ratioOf(runs.shop, runs.emmett, rateOf)
  const what = `${clients} clients, commands on one stream`
  return [
    tell({
      goal: 'G4',
      what,
      figure: `shop ${showRuns(runs.shop)}, Emmett ${showRuns(runs.emmett)}, ratio ${showSpread(ratio, 0)}`,
      aim: '>= 10x Emmett',
      isReached: ratio.median >= 10,
    }),
    tell({
      goal: 'G4',
      what: `${what}: conflicts that reached the caller`,
      figure: `shop ${conflicts.shop}, Emmett ${conflicts.emmett}`,
      aim: '0',
      isReached: conflicts.shop === 0,
    }),
  ]
}

async function commands({ core }: Contest): Promise<{ run: Run; conflicts: number }> {
  const userId = nextCart()
  const command: CartCommand = {
    type: 'AddItemToCart',
    userId,
    productId: 12,
    quantity: 2,
    availability: { isActive: true, available: 5 },
  }
  const context = { actor: meta.actor, correlation: meta.correlation }
  let conflicts = 0
  let done = 0
  const run = await drive(clients, milliseconds, async () => {
    try {
      await handleCommand(core.store, context, cart, userId, command)
      done++
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error
      conflicts++
    }
  })
  const history = (await core.store.readStreams([`cart-${userId}`])).get(`cart-${userId}`)
  const additions = history?.filter(({ type }) => type === 'ItemAddedToCart').length
  if (additions !== done) throw new Error(`${done} commands were accepted, ${additions} of their events are there`)
  return { run: { ...run, rate: run.rate * (done / (done + conflicts)) }, conflicts }
}
