import fc from 'fast-check'
import { expect } from 'vitest'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { registerReactors } from '#backend/eventstore/subscriptions/subscription.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'
import { checkSeeds } from '#scripts/testing/seeds.ts'
import keptPrograms from './kept-programs.json' with { type: 'json' }
import { type Disturbance, expectedOf, type FeedingParts, feedings, memberCount, runFeeding } from './reader-trial.ts'
import { listener, makeHeardTable, tracingProjection } from './recording-readers.ts'
import { test } from './store-fixture.ts'
import { openStore } from './test-store.ts'

test('[F9] [F17] [F20] whatever disturbs them, the readers of the log miss nothing, double nothing and keep the order; a poisoned key is parked', async ({
  core,
  owner,
  databaseUrl,
}) => {
  await makeHeardTable(owner)
  await owner.query('create table public.test_elsewhere (n int)')
  await openProjections(owner, core.store, [tracingProjection])
  await registerReactors(core.pool, core.store, [listener()])
  const proxy = await FaultProxy.open(databaseUrl)
  const [first, second] = [await openStore(proxy.databaseUrl), await openStore(proxy.databaseUrl)]
  let base = 0
  try {
    const property = fc.asyncProperty(feedings, async (program) => {
      base += memberCount
      const parts = { first, second, proxy, owner, base }
      await runFeeding(parts, program)
      await expectAllRead(parts)
    })
    const runs = await checkSeeds(keptPrograms.subscriptions as Disturbance[][][], property)
    console.log(`${runs} programs, ${proxy.cuts} connections lost, ${await core.store.head()} events`)
    expect(runs).toBeGreaterThan(2)
    const heard = await owner.query<{ pos: number }>('select pos from public.test_heard order by nth')
    const positions = Array.from({ length: await core.store.head() }, (_, index) => index + 1)
    expect(heard.rows.map((row) => row.pos)).toEqual(positions)
  } finally {
    await Promise.all([first.close(), second.close()])
    await proxy.close()
  }
}, 600_000)

/** Rows and dead letters of this program's members hold each event at its place. */
async function expectAllRead({ first: { store, db }, base }: FeedingParts): Promise<void> {
  for (let member = base; member < base + memberCount; member++) {
    const events = (await store.readStreams([`member-${member}`])).get(`member-${member}`) ?? []
    const { books, parked } = expectedOf(events)
    const row = await db.selectFrom('rm.members').select('books').where('member_id', '=', member).executeTakeFirst()
    expect(row?.books ?? [], `member ${member}`).toEqual(books)
    const letters = await db
      .selectFrom('es.dead_letters')
      .select('pos')
      .where('key', '=', String(member))
      .orderBy('pos')
      .execute()
    expect(
      letters.map((letter) => letter.pos),
      `letters of member ${member}`,
    ).toEqual(parked)
  }
}
