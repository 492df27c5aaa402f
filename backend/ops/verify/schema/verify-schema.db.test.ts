// The schema that verify expects is written down; here it is made anew from the migrations and the projections. A difference after a
// deliberate change is taken over with `npx vitest run --project db backend/ops/verify/schema -u`.
import { expect } from 'vitest'
import { extendChain } from '#backend/eventstore/log/chain/chain.ts'
import { splitLog } from '#backend/eventstore/log/partitions/split-log.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { test } from '#backend/testing/core-fixture.ts'
import { readCatalogue } from './catalogue.ts'
import { expectedFrom, expectedOfPartitions } from './verify-schema.ts'

test('the expected schema is the one that migrations and projections make', async ({ core, owner }) => {
  await openProjections(owner, core.store, projections)
  const client = await owner.connect()
  try {
    await client.query("begin; set local search_path = ''")
    const text = `${JSON.stringify(expectedFrom(await readCatalogue(client)), null, 2)}\n`
    await expect(text).toMatchFileSnapshot('expected-schema.json')
  } finally {
    client.release(true)
  }
})

test('the expected schema of a log in partitions is the one that dividing it makes', async ({ owner }) => {
  await splitLog(owner, 1000, { signal: new AbortController().signal, waitsFor: () => undefined })
  const client = await owner.connect()
  try {
    await client.query("begin; set local search_path = ''")
    const text = `${JSON.stringify(expectedOfPartitions(await readCatalogue(client)), null, 2)}\n`
    await expect(text).toMatchFileSnapshot('expected-partitions.json')
  } finally {
    client.release(true)
  }
})

test('an empty log has nothing to link', async ({ owner }) => {
  expect(await extendChain(owner)).toBe(0)
})
