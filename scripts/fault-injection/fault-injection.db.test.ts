// Fifty kills of shops and their database, and bad neighbours of two shops, on new seeds after the seeds that once failed.
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import kept from './kept-seeds.json' with { type: 'json' }
import { type Torment, torment } from './kills/kill-round.ts'
import { type FaultName, lineOf, meetNeighbours, type Neighbours } from './neighbours/neighbour-round.ts'

const seeds: Torment[] = [...(kept.kills as Torment[]), { seed: randomInt(2 ** 31), kills: 50 }]

test.for(seeds)(
  '[F1] [F2] [EVT-18] seed $seed, $kills kills: nothing acknowledged is lost, no event is applied twice or left out, units and money add up, and verify finds nothing',
  { timeout: 180_000 },
  async (one) => {
    const { problems, kills, commands, slowestReturn } = await torment(one)
    console.log(kills, commands, `writes again after ${Math.round(slowestReturn)} ms`)
    expect(
      problems,
      `to keep this seed, add ${JSON.stringify(one)} to scripts/fault-injection/kept-seeds.json`,
    ).toEqual([])
    expect(Object.values(kills).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(one.kills)
    expect(commands.done).toBeGreaterThan(one.kills)
  },
)

test('[F4] shops whose server is killed beneath them live on and write again within five seconds', async () => {
  const one = { seed: randomInt(2 ** 31), kills: 6, spareShops: true }
  const { problems, slowestReturn, commands } = await torment(one)
  expect(problems, JSON.stringify(one)).toEqual([])
  expect(slowestReturn).toBeLessThan(5000)
  expect(commands.done).toBeGreaterThan(one.kills)
}, 180_000)

/** Not the database's end, which is above, nor a slow database, which is met in each run. */
const quickFaults: FaultName[] = [
  'lockedStream',
  'lockedReadModel',
  'poisonedEvent',
  'halfSentMessage',
  'jumpingClock',
  'slowNetwork',
  'lossyNetwork',
  'swallowingNetwork',
]
/** As many of them are met in one run, others in the next. */
const perRun = 2
const first = randomInt(quickFaults.length)
const drawn = Array.from({ length: perRun }, (_, nth) => quickFaults[(first + nth) % quickFaults.length] as FaultName)
const met: FaultName[] = [...drawn, 'slowDatabase']
const neighbours: Neighbours[] = [...(kept.neighbours as Neighbours[]), { seed: randomInt(2 ** 31), faults: met }]

test.for(neighbours)(
  '[F8 partial] [F16 partial] [F17 partial] seed $seed, bad neighbours: who is not concerned is served, who is concerned is served later, and verify finds nothing',
  { timeout: 240_000 },
  async (one) => {
    const {
      problems,
      met: noticed,
      commands,
    } = await meetNeighbours(one, { usualMs: 500, faultMs: 1500, longMs: 5000 })
    console.log(noticed.map(lineOf).join('\n'), commands)
    expect(problems, `seed to keep: ${JSON.stringify(one)}`).toEqual([])
    for (const { fault, unharmed } of noticed) expect(unharmed, fault).toBeGreaterThan(0)
  },
)
