// G8 and G9: time from append to read model row at a steady rate, also while another transaction stays open.

import { newCommandId } from '#backend/eventstore/commands/command.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { Pump } from '#backend/eventstore/subscriptions/pump.ts'
import { cartsProjection } from '#backend/readmodels/carts/carts.projection.ts'
import { added, meta } from './append.ts'
import type { Contest, Ground } from './ground.ts'
import { type Finding, tell } from './measure.ts'
import { type Visibility, watch } from './watch.ts'

const steady = { rate: 500, ms: 5000 }
const held = { rate: 100, ms: 7000, heldMs: 5000 }
/**
 * Emmett's polling: the default, and the best of seven settings; any page that is not full doubles the pause up to a
 * second.
 */
const pullings = { default: {}, best: { pullingFrequencyInMs: 10 } }

export async function run(ground: Ground): Promise<Finding[]> {
  const [shop, byDefault, atBest] = await visibilities(ground, steady)
  const what = `${steady.rate} appends/s, until the row shows`
  const figure = `shop ${show(shop)}; Emmett by default ${show(byDefault)}, at its best ${show(atBest)}`
  const findings = [
    tell({ goal: 'G8', what: `${what}: p50`, figure, aim: '<= 5 ms', isReached: shop.p50 <= 5 && shop.unseen === 0 }),
    tell({ goal: 'G8', what: `${what}: p99`, figure, aim: '<= 25 ms', isReached: shop.p99 <= 25 && shop.unseen === 0 }),
  ]
  const [besides, peerBesides] = await visibilities(ground, held)
  findings.push(
    tell({
      goal: 'G9',
      what: `${held.rate} appends/s, a writing transaction open elsewhere for ${held.heldMs / 1000} s`,
      figure: `shop ${show(besides)}; Emmett ${show(peerBesides)}`,
      aim: 'longest delay <= 250 ms',
      isReached: besides.max <= 250 && besides.unseen === 0,
    }),
  )
  return findings
}

type Pace = { rate: number; ms: number; heldMs?: number }

/** The shop, Emmett by default, and Emmett at its best. */
async function visibilities(ground: Ground, pace: Pace): Promise<[Visibility, Visibility, Visibility]> {
  const contest = await ground.openContest()
  try {
    const shop = await shopVisibility(contest, pace)
    const byDefault = await contest.peer.call('visibility', pace, pullings.default, 0)
    return [
      shop,
      byDefault,
      pace.heldMs ? byDefault : await contest.peer.call('visibility', pace, pullings.best, 1_000_000),
    ]
  } finally {
    await contest.close()
  }
}

async function shopVisibility({ core, raw }: Contest, pace: Pace): Promise<Visibility> {
  await openProjections(raw, core.store, [cartsProjection])
  const problems: string[] = []
  const pump = new Pump({
    databaseUrl: core.databaseUrl,
    store: core.store,
    subscriptions: [{ kind: 'projection', projection: cartsProjection }],
    notifications: core.notifications,
    report: ({ message }) => problems.push(message),
  })
  pump.start()
  try {
    const seen = await watch({
      ...pace,
      url: core.databaseUrl,
      query: 'select max(user_id) as newest from rm.carts',
      append: (cart) =>
        core.store.append({
          commandId: newCommandId(),
          meta,
          writes: [{ stream: `cart-${cart}`, expected: 0, events: [{ type: 'ItemAddedToCart', data: added(cart) }] }],
        }),
    })
    if (problems.length > 0) throw new Error(problems[0])
    return seen
  } finally {
    await pump.stop()
  }
}

function show({ p50, p99, max, unseen }: Visibility): string {
  const lost = unseen > 0 ? `, ${unseen} not within 15 s` : ''
  return `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} longest ${max.toFixed(0)} ms${lost}`
}
