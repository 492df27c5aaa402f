// Counts events that a consumer misses or sees twice, among 10,000 events of 16 concurrent writers, both during the
// writing and afterwards.
import { setTimeout as sleep } from 'node:timers/promises'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import { Pump } from '#backend/eventstore/subscriptions/pump.ts'
import type { Reactor } from '#backend/eventstore/subscriptions/subscription.ts'
import { meta } from './append.ts'
import type { Contest, Ground } from './ground.ts'
import { type Finding, tell } from './measure.ts'

const writers = 16
const total = 10_000
const sizes = [5, 100]

export async function run(ground: Ground): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const size of sizes)
    for (const when of ['afterwards', 'beside the writers'] as const) {
      const contest = await ground.openContest()
      try {
        const shop = await consumed(contest, size, when === 'afterwards')
        const emmett = await contest.peer.call('consumed', writers, total, size, when === 'afterwards')
        findings.push(
          tell({
            goal: 'read',
            what: `${total} events of ${writers} writers, ${size} an append, read ${when}`,
            figure: `shop missed ${shop.missed}, doubled ${shop.doubled}; Emmett missed ${emmett.missed}, doubled ${emmett.doubled}`,
            aim: '0 and 0',
            isReached: shop.missed === 0 && shop.doubled === 0,
          }),
        )
      } finally {
        await contest.close()
      }
    }
  return findings
}

async function consumed(contest: Contest, size: number, isAfterwards: boolean) {
  const { core } = contest
  const seen: number[] = []
  const reactor: Reactor = {
    name: 'bench',
    eventTypes: ['ItemAddedToCart'],
    react: (event) => [(event.data as { userId: number }).userId],
    async enqueue(_client, users) {
      seen.push(...(users as number[]))
    },
  }
  await core.pool.query("insert into es.subscriptions (name, kind, version, pos) values ('bench', 'reactor', 1, 0)")
  const problems: string[] = []
  const pump = new Pump({
    databaseUrl: core.databaseUrl,
    store: core.store,
    subscriptions: [{ kind: 'reactor', reactor }],
    notifications: core.notifications,
    report: ({ message }) => problems.push(message),
  })
  if (!isAfterwards) pump.start()
  await writeAll(contest, size)
  if (isAfterwards) pump.start()
  const head = await core.store.head()
  while (core.positions.reached('bench') < head && problems.length === 0) await sleep(20)
  await pump.stop()
  if (problems.length > 0) throw new Error(problems[0])
  return { missed: total - new Set(seen).size, doubled: seen.length - new Set(seen).size }
}

/** Numbers events in their userId; each writer has its own stream. */
async function writeAll({ core }: Contest, size: number): Promise<void> {
  const perWriter = total / writers
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const numbers = Array.from({ length: perWriter }, (_, index) => writer * perWriter + index + 1)
      while (numbers.length > 0) {
        const events = numbers
          .splice(0, size)
          .map((userId) => ({ type: 'ItemAddedToCart' as const, data: { userId, productId: 1, quantity: 1 } }))
        await core.store.append({
          commandId: newCommandId(),
          meta,
          writes: [{ stream: `cart-${writer + 1}`, expected: null, events }],
        })
      }
    }),
  )
}
