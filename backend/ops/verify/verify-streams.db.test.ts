// Streams that are as their rows say, and what is told apart from them.
import { expect } from 'vitest'
import { test as coreTest, openOwnerPool } from '#backend/testing/core-fixture.ts'
import { newTallies } from './finding.ts'
import { askAll } from './one-moment.ts'
import { streamCheck } from './verify-streams.ts'

const streamOf = (nth: number) => `00010000-0000-8000-8${nth.toString(16).padStart(3, '0')}-000000000000`
/** Four events of each of twenty streams, far apart and in an order of its own. */
const [streams, each] = [20, 4]
const first = streamOf(1)

const test = coreTest
  .extend('owner', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
    const owner = openOwnerPool(databaseUrl)
    onCleanup(() => owner.end())
    await owner.query('alter table es.events drop constraint events_stream_id_version_key')
    await owner.query(
      `insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
       select row_number() over (order by version, n * 7 % 20), replace($1, 'nnn', lpad(to_hex(n), 3, '0'))::uuid, version, 1, 1, '{}', '{}', now()
       from generate_series(1, $2::int) n, generate_series(1, $3::int) version`,
      ['00010000-0000-8000-8nnn-000000000000', streams, each],
    )
    await owner.query(
      'insert into es.streams (id, category, version) select stream_id, 1, max(version) from es.events group by 1',
    )
    return owner
  })
  .extend('verify', ({ owner }) => async (damage: string | null) => {
    const client = await owner.connect()
    try {
      await client.query('begin; set local session_replication_role = replica')
      if (damage !== null) await client.query(damage)
      const tallies = newTallies()
      await askAll(client, tallies, [streamCheck])
      return tallies.versions
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

test('streams in order are counted', async ({ verify }) => {
  expect(await verify(null)).toMatchObject({ looked: streams, faults: 0 })
})

const damages: [string, string][] = [
  [
    'two versions that changed places',
    `update es.events set version = 5 - version where stream_id = '${first}' and version in (2, 3)`,
  ],
  ['a version twice', `update es.events set version = 2 where stream_id = '${first}' and version = 3`],
  ['a version that is missing', `update es.events set version = 9 where stream_id = '${first}' and version = 4`],
  ['a version of nothing', `update es.events set version = 0 where stream_id = '${first}' and version = 1`],
  ['an event of another stream', `update es.events set stream_id = '${streamOf(99)}' where pos = 80`],
  ['a row that counts wrong', `update es.streams set version = 5 where id = '${first}'`],
  [
    'an event that went to another stream',
    `update es.streams set version = 5 where id = '${streamOf(2)}';
     update es.events set version = 5, stream_id = '${streamOf(2)}' where stream_id = '${first}' and version = 4`,
  ],
  ['a row that is gone', `delete from es.streams where id = '${first}'`],
  ['a row of no events', `insert into es.streams values ('${streamOf(99)}', 1, 3)`],
  ['a row of another category', `update es.streams set category = 4 where id = '${first}'`],
]

test.for(damages)('%s is noticed', async ([, damage], { verify }) => {
  expect((await verify(damage)).faults).toBeGreaterThan(0)
})
