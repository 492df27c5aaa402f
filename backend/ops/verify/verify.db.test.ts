// What verify finds: one kind of damage after the other, planted with the owner's rights in a shop that stands still.
import { describe, expect } from 'vitest'
import { erasePerson } from '#backend/commands/account/erase-person.ts'
import { extendChain } from '#backend/eventstore/log/chain/chain.ts'
import { differencesOf } from '#backend/eventstore/testing/differences.ts'
import { sellInAllWays } from '#backend/ops/testing/busy-shop-fixture.ts'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { type Damage, damages as damagedRows } from '#backend/ops/testing/planted-damage.ts'
import { exchanges } from '#backend/ops/testing/planted-exchange.ts'
import { forgeries } from '#backend/ops/testing/planted-forgery.ts'
import { schemaDamages } from '#backend/ops/testing/planted-schema-damage.ts'
import { projections as readModels } from '#backend/readmodels/projections.ts'
import { openCore } from '#backend/shop.ts'
import { openPurchaseShop } from '#backend/testing/purchase-fixture.ts'
import { signedIn } from '#backend/testing/shop-fixture.ts'
import { test as databaseTest } from '#scripts/testing/database.ts'
import type { Finding } from './finding.ts'
import { verifyAll } from './whole/verify-all.ts'

const kept = [
  ...[
    'es.events',
    'es.event_types',
    'es.streams',
    'es.commands',
    'es.guards',
    'es.claims',
    'es.chain',
    'es.chain_head',
  ],
  ...['es.subscriptions', 'es.dead_letters', 'keys.subjects', 'auth.credentials', 'auth.sessions'],
  ...['es.imports', 'job.job', 'job.schedule', 'public.schema_migrations'],
]
/** Those that have rows here: nobody changed the synonyms. */
const projections = ['catalogue', 'carts', 'orders', 'purchases', 'reviews', 'users'] as const
const meta = { actor: 'operator', cause: 'Test', correlation: 'test' } as const
const damages = [...damagedRows, ...forgeries, ...exchanges, ...schemaDamages]
/** Of these each changes an object that another one changes too, or what all are compared with. */
const alone = new Set(['a table of another owner', 'a migration that was never applied'])
const called = (...names: string[]) => damages.filter(([name]) => names.includes(name))
/** Each is told by a sentence about an object of its own: they are planted at once, which spares as many runs. */
const groups: readonly (readonly [string, readonly Damage[]])[] = [
  [
    'objects of the schema that were changed',
    schemaDamages.filter(([name, check]) => check === 'schema' && !alone.has(name)),
  ],
  ['rows that were exchanged or taken away', exchanges],
  [
    'rows beside the log that say too much',
    called(
      'a stream that counts wrong',
      'a key of somebody else',
      'units that nobody counted',
      'an e-mail of nobody',
      'a claim of a kind that nobody knows',
      'an account that lost its password',
      'a session of nobody',
      'a command that points past the log',
      'a link of another hash',
      'a checkpoint that runs ahead',
      'a reactor that was set back',
      'a row that is parked',
    ),
  ],
  [
    'rows beside the log that are of somebody else, or nobody',
    called(
      'a stream of another category',
      'a key that a living person lacks',
      'a claim of what is no account',
      'units that nobody holds',
      'a session that is an admin by itself',
      'a command that points elsewhere',
      'a link of other marks',
      'a reactor without a checkpoint',
      'a parked event of rows that are gone',
    ),
  ],
  [
    'accounts, commands and links that lack something',
    called(
      'an account with two e-mails',
      'a key destroyed without a word',
      'a session with a role by itself',
      'a command that is forgotten too soon',
      'a link that is gone',
      'a projection without rows',
      'a total that is no sum',
      'a hold that was not given back',
    ),
  ],
  [
    'events that say what they cannot',
    called(
      'data of another shape',
      'an event of tomorrow',
      'a sealed name that was changed',
      'an event in the stream of somebody else',
    ),
  ],
  [
    'events with more than they have',
    called('a field too many', 'metadata of another shape', 'a cause that comes later', 'a payment of another amount'),
  ],
  [
    'events that nobody wrote so',
    called('a type without a name', 'an actor who is nobody', 'an event without an actor'),
  ],
]
const atOnce = groups.flatMap(([, planted]) => planted)

const test = databaseTest
  .extend('core', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
    const shop = await openPurchaseShop(databaseUrl)
    await sellInAllWays(shop)
    const gone = await signedIn(shop)
    const parts = { pool: shop.core.pool, store: shop.core.store, db: shop.core.db, accounts: shop.core.accounts }
    const { position } = await erasePerson(parts, { actor: 'operator', correlation: 'test' }, gone.id)
    for (let last = position; last < 210; last++) await shop.core.store.append(addedToCart())
    await shop.core.positions.waitFor(projections, await shop.core.store.head())
    await shop.stop()
    const core = await openCore({ databaseUrl, dataKey: Buffer.alloc(32, 7), sessionSecret: 's'.repeat(40) })
    onCleanup(() => core.close())
    return core
  })
  .extend('pool', { scope: 'file' }, async ({ core, databaseUrl }, { onCleanup }) => {
    const pool = openOwnerPool(databaseUrl, onCleanup)
    expect(await opsOn({ core, ownerPool: pool })('rebuild', 'all')).toMatchObject({ code: 0 })
    await extendChain(pool)
    await pool.query('create schema kept')
    for (const table of kept) await pool.query(`create table kept.${table.replace('.', '_')} as table ${table}`)
    return pool
  })
  .extend('run', ({ core, pool }) => opsOn({ core, ownerPool: pool }))
  /** Runs statements past all triggers. */
  .extend('plant', ({ pool }) => async (...statements: string[]) => {
    await pool.query(`begin; set local session_replication_role = replica; ${statements.join(';')}; commit`)
  })
  .extend(
    'repair',
    ({ plant }) =>
      (undo: readonly string[] = []) =>
        plant(
          ...undo,
          ...kept.flatMap((table) => [
            `delete from ${table}`,
            `insert into ${table} overriding system value select * from kept.${table.replace('.', '_')}`,
          ]),
        ),
  )

describe('verify ends with 1 and names what was planted, and without it ends with 0', () => {
  const named = new Set<string>()

  test('a shop that sold in all ways is in order', async ({ run }) => {
    const { code, lines, err } = await run('verify')
    expect([code, err]).toEqual([0, ''])
    expect(lines.at(-1)).toBe('Todo coincide con el registro de eventos.')
    for (const name of ['posiciones', 'eventos', 'cadena', 'pagos de las órdenes', ...projections])
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${name}: bien \\([1-9]\\d* .+\\)$`)))
    for (const line of lines.slice(0, -4)) expect(line).toMatch(/^[^:]+: bien \(\d+ [^)]+\)$/)
    expect(JSON.parse((await run('verify', '--json')).text)).toMatchObject({ findings: [], faults: 0, linked: 200 })
  })

  test('the list is as long as it must be', () => {
    expect(new Set(damages.map(([name]) => name)).size).toBe(damages.length)
    expect(damages.length).toBeGreaterThanOrEqual(43)
    for (const [, planted] of groups.slice(0, 2)) expect(planted.length).toBeGreaterThan(7)
  })

  test.for(groups)('%s: each is named', async ([, planted], { run, plant, repair }) => {
    expect(planted.length).toBeGreaterThan(1)
    await plant(...planted.flatMap(([, , , statements]) => statements))
    const { code, text, err } = await run('verify', '--json')
    await repair(planted.toReversed().flatMap(([, , , , undo = []]) => undo))
    expect([code, err]).toEqual([1, ''])
    const { findings } = JSON.parse(text) as { findings: Finding[] }
    for (const [name, kind, sentence] of planted) {
      const sentences = findings.filter(({ check }) => check === kind).map(({ message }) => message)
      expect(sentences, name).toContainEqual(expect.stringMatching(sentence))
      named.add(name)
    }
  })

  test.for(damages.filter((damage) => !atOnce.includes(damage)))(
    '%s',
    async ([name, check, sentence, statements, undo], { run, plant, repair }) => {
      await plant(...statements)
      const { code, text, err } = await run('verify', '--json')
      await repair(undo)
      expect([code, err]).toEqual([1, ''])
      const { findings } = JSON.parse(text) as { findings: Finding[] }
      const sentences = findings.filter((finding) => finding.check === check).map((finding) => finding.message)
      expect(sentences).toContainEqual(expect.stringMatching(sentence))
      named.add(name)
    },
  )

  test('[CORE-04] each damage of the list was named, and with all of it undone the shop is in order', async ({
    run,
  }) => {
    expect(damages.map(([name]) => name).filter((name) => !named.has(name))).toEqual([])
    expect(await run('verify')).toMatchObject({ code: 0, err: '' })
  })
})

test('what is found is told in sentences, counted at the end', async ({ run, plant, repair }) => {
  await plant("delete from es.commands; update es.events set data = '{}' where pos = 7")
  const [told, listed] = [await run('verify'), await run('verify', '--json')]
  await repair()
  const { faults } = JSON.parse(listed.text) as { faults: number }
  expect([told.code, told.lines.at(-1)]).toEqual([1, `${faults} problemas.`])
  expect(told.lines).toContain('cadena: el evento 7 no es el que se encadenó')
  expect(told.lines).toContainEqual(
    expect.stringMatching(/^\.\.\. y \d+ más de este tipo \(los primeros 1000 con --json\)$/),
  )
})

test('read models that are folded with the walk differ as each does that is folded alone, where rows, events, a payment and a whole read model are damaged', async ({
  core,
  pool,
  plant,
  repair,
}) => {
  const found = async () => {
    const signal = new AbortController().signal
    const parts = { core, ownerPool: pool, signal, at: () => undefined }
    const alone = readModels.map((projection) => differencesOf(pool, core.store, projection).catch(() => ['stopped']))
    const differing = (await Promise.all(alone)).map((differences) => differences.length)
    return { ...(await verifyAll(parts, null, () => undefined)), differing }
  }
  const before = await found()
  expect(before.differing.every((rows) => rows === 0)).toBe(true)
  expect(before.checks.every(({ tally }) => tally.faults === 0)).toBe(true)
  await plant(
    'update es.events set schema_version = 99 where pos = 7',
    'update rm.orders set total_cents = total_cents + 1',
  )
  await plant("update es.subscriptions set state = 'kept' where name = 'carts' and state = 'live'")
  await plant(
    "update es.streams set version = 9 where id = '00010000-0000-8000-8001-000000000000'",
    `update es.events set data = regexp_replace(data::text, '"amountCents":\\d+', '"amountCents":5')::json
     where pos = (select min(pos) from es.events where type = (select id from es.event_types where name = 'PaymentApproved'))`,
  )
  const { checks, differing } = await found()
  await plant('update rm.orders set total_cents = total_cents - 1')
  await repair()
  const faultsOf = (named: string) => checks.find(({ name }) => name === named)?.tally.faults
  // A read model without rows is one fault, however many rows it lacks.
  const compared = readModels.map(({ name }, nth) => [name, name === 'carts' ? 1 : differing[nth]])
  expect(readModels.map(({ name }) => [name, faultsOf(name)])).toEqual(compared)
  const wrong = checks.filter(({ tally }) => tally.faults > 0).map(({ name }) => name)
  expect(wrong).toEqual(
    expect.arrayContaining(['eventos', 'cadena', 'versiones', 'pagos de las órdenes', 'carts', 'orders']),
  )
  expect(faultsOf('orders')).toBeGreaterThan(1)
})

describe('a log that was rewritten', () => {
  /** An event of whose time no row tells. */
  const opened = `(select min(pos) from es.events join es.event_types t on t.id = type where t.name = 'PreferenceCreated')`
  const rewrite = `update es.events set at = at - interval '1 hour' where pos = ${opened}`
  const chainFindings = ({ text }: { text: string }) =>
    (JSON.parse(text) as { findings: Finding[] }).findings.filter(({ check }) => check === 'chain')

  test('is not linked anew where its links are gone', async ({ run, plant, repair, pool }) => {
    await plant(rewrite, 'delete from es.chain')
    const linked = await extendChain(pool)
    const { text } = await run('verify', '--json')
    await repair()
    expect(linked).toBe(0)
    expect(chainFindings({ text }).map(({ message }) => message)).toEqual([
      'cadena: falta el eslabón de las posiciones 1 a 100',
      'cadena: falta el eslabón de las posiciones 101 a 200',
    ])
  })

  test('and linked anew with its whole chain is found by the hash that was noted', async ({
    run,
    plant,
    repair,
    pool,
  }) => {
    const { head } = JSON.parse((await run('verify', '--json')).text) as { head: { position: number; hash: string } }
    const noted = `${head.position}:${head.hash}`
    expect((await run('verify')).lines).toContain(`Suma del registro: ${noted}`)
    expect(await run('verify', '--expect-hash', noted)).toMatchObject({ code: 0 })
    await plant(rewrite, 'delete from es.chain', 'delete from es.chain_head')
    await extendChain(pool)
    const unnoticed = await run('verify')
    const rewritten = await run('verify', '--expect-hash', noted)
    await repair()
    expect(unnoticed.code).toBe(0)
    const sentence = `cadena: el registro hasta la posición ${head.position} no es el que se anotó`
    expect([rewritten.code, rewritten.lines.includes(sentence)]).toEqual([1, true])
    expect(await run('verify', '--expect-hash', `150:${head.hash}`)).toMatchObject({ code: 1 })
    const cut = await run('verify', '--expect-hash', `${head.position + 1}:${head.hash}`)
    expect([cut.code, cut.text]).toEqual([1, expect.stringMatching(/^cadena: se anotó una suma de la posición/m)])
    expect(await run('verify', '--expect-hash', 'ab')).toMatchObject({ code: 2 })
  })

  test.for([
    ['a worker that stood still for a day', [26, 25, 2, 1], []],
    ['a shop that was off for a month', [721, 720, 1, 0], []],
    [
      'days in which nobody linked',
      [240, 100, 60, 30],
      [/^cadena: los eslabones hasta la posición 100 se hicieron el /],
    ],
  ] as const)('by the age of its commands: %s', async ([, hours, expected], { run, plant, repair }) => {
    // Every page was linked just now; its commands were accepted so many hours ago.
    const [first, second, third, last] = hours
    const ages = `case when pos <= 60 then ${first} when pos <= 140 then ${second} when pos <= 180 then ${third} else ${last} end`
    await plant(`update es.commands set at = now() - make_interval(hours => ${ages})`)
    const linked = chainFindings(await run('verify', '--json'))
    await plant('delete from es.chain', 'delete from es.chain_head')
    const unlinked = chainFindings(await run('verify', '--json'))
    await repair()
    expect(linked.map(({ message }) => message)).toEqual(expected.map((one) => expect.stringMatching(one)))
    const missing = expected.map(() => expect.stringMatching(/^cadena: termina en la posición 0, y/))
    expect(unlinked.map(({ message }) => message)).toEqual(missing)
  })
})

test('a counter that would give an id twice', async ({ run, pool }) => {
  const { rows } = await pool.query<{ last: number }>('select last_value as last from es.order_id')
  await pool.query("select setval('es.order_id', 1)")
  const { code, text } = await run('verify')
  await pool.query("select setval('es.order_id', $1)", [rows[0]?.last])
  expect([code, text]).toEqual([1, expect.stringMatching(/^contador order_id: va por 1, pero existe order-5$/m)])
})

test('a shop that sells meanwhile is in order too', async ({ core, run }) => {
  let isDone = false
  let nth = 0
  const selling = (async () => {
    while (!isDone) {
      await core.store.append(adjusted(1000 + (nth++ % 5)))
    }
  })()
  const answers: Awaited<ReturnType<typeof run>>[] = []
  while (answers.length < 3 || nth <= 10) answers.push(await run('verify', '--json'))
  isDone = true
  await selling
  // Nobody feeds the read models here: what they lack is behind their checkpoint.
  for (const { code, text } of answers) expect([code, text]).toEqual([0, expect.stringMatching(/^{"findings":\[\]/)])
})

function addedToCart() {
  const data = { userId: 1, productId: 1, quantity: 1 }
  return {
    commandId: crypto.randomUUID(),
    meta: { ...meta, correlation: crypto.randomUUID() },
    writes: [{ stream: 'cart-1' as const, expected: null, events: [{ type: 'ItemAddedToCart' as const, data }] }],
  }
}

function adjusted(productId: number) {
  return {
    commandId: crypto.randomUUID(),
    meta,
    writes: [
      {
        stream: `stock-${productId}` as const,
        expected: null,
        events: [{ type: 'StockAdjusted' as const, data: { productId, delta: 1 } }],
      },
    ],
  }
}
