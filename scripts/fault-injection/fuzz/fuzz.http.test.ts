// Whatever is sent to the calls of the API: never a server error, every answer is one that the description of the API tells of, and what is
// refused leaves no event. 20,000 requests here; npm run fault-injection -- --only fuzz --requests 1000000 for a night.
import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import { test } from '#backend/testing/shop-fixture.ts'
import kept from '#scripts/fault-injection/kept-seeds.json' with { type: 'json' }
import { type FuzzRound, fuzz } from './fuzz.ts'

const rounds: FuzzRound[] = [...(kept.fuzz as FuzzRound[]), { seed: randomInt(2 ** 31), requests: 20_000 }]

test.for(rounds)(
  'seed $seed: none of $requests requests that can be made from the contracts makes a server error, an answer that is not described, or, refused, an event',
  { timeout: 360_000 },
  async (round, { shop }) => {
    const { problems, sent, refused, events, reached } = await fuzz(shop, round)
    expect(problems, `to keep this seed, add ${JSON.stringify(round)} to kept-seeds.json`).toEqual([])
    expect(sent).toBe(round.requests)
    // They are not all refused by the admission control: half of the calls and more succeeded at least once.
    expect(reached).toBeGreaterThan(0.5)
    expect(refused).toBeGreaterThan(sent / 10)
    expect(events).toBeGreaterThan(sent / 1000)
  },
)
