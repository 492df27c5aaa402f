// /metrics says what is true, and only to whom it may.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect } from 'vitest'
import { changeAccount } from '#backend/commands/changes.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import { ClaimTaken, GuardRefused, VersionConflict } from '#backend/eventstore/log/append-entry.ts'
import { splitLog } from '#backend/eventstore/log/partitions/split-log.ts'
import { metricsRoutes } from '#backend/http/routes/metrics.routes.ts'
import { eventsAfter, placeOrderOf } from '#backend/http/testing/api-fixture.ts'
import { makeProduct, openShop, publicEnv, type Shop, signedIn, test } from '#backend/testing/shop-fixture.ts'
import { clientOf } from '#scripts/testing/client.ts'
import { createDatabase } from '#scripts/testing/database.ts'
import { setLogLevel } from './log.ts'

type Labels = Record<string, string | number>

/** The metrics as a function from a series to its value; undefined if there is none. */
async function measure(shop: Pick<Shop, 'client'>) {
  const answer = await shop.client().get('/metrics')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text: string = answer.body
  const values = new Map<string, number>()
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, name = '', labels = '', value] = /^([a-z0-9_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    expect(name, line).not.toBe('')
    values.set(`${name}{${labels.split(',').sort().join(',')}}`, Number(value))
  }
  const value = (name: string, labels: Labels = {}) => {
    const sorted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
    return values.get(`${name}{${sorted.sort().join(',')}}`)
  }
  return { text, value }
}

/** How much each series grew while the calls ran. */
async function growth(shop: Shop, calls: () => Promise<unknown>) {
  const before = await measure(shop)
  await calls()
  const after = await measure(shop)
  return (name: string, labels: Labels = {}) => (after.value(name, labels) ?? 0) - (before.value(name, labels) ?? 0)
}

let lastPage = 6

describe('what this process does', () => {
  test('appends, their events and batches are counted as they are in the log', async ({ shop }) => {
    const admin = await signedIn(shop, { admin: true })
    const productId = await makeProduct(admin, { stock: 50 })
    const head = await shop.core.store.head()
    const grew = await growth(shop, async () => {
      for (let n = 1; n <= 5; n++)
        await admin.post('/api/cart/addproducttocart', { userId: admin.id, productId: { id: productId, quantity: 1 } })
    })
    const events = await eventsAfter(shop, head)
    expect(events.length).toBeGreaterThanOrEqual(5)
    expect(grew('gamertech_append_events_total')).toBe(events.length)
    expect(grew('gamertech_append_seconds_count', { outcome: 'appended' })).toBe(5)
    expect(grew('gamertech_append_seconds_sum', { outcome: 'appended' })).toBeGreaterThan(0)
    expect(grew('gamertech_append_batch_entries_sum')).toBe(5)
    expect(grew('gamertech_append_batch_seconds_count')).toBe(5)
    expect((await measure(shop)).value('gamertech_append_waiting')).toBe(0)
  })

  test('what is fed to a read model is counted by event, and a share that fails is told apart', async ({
    shop,
    databaseUrl,
  }) => {
    const person = await signedIn(shop)
    const productId = await makeProduct(await signedIn(shop, { admin: true }))
    await shop.core.positions.waitFor(['carts'], await shop.core.store.head())
    const head = await shop.core.store.head()
    const grew = await growth(shop, async () => {
      for (const quantity of [1, 2, 1])
        await person.post('/api/cart/addproducttocart', { userId: person.id, productId: { id: productId, quantity } })
      await shop.core.positions.waitFor(['carts'], await shop.core.store.head())
    })
    const events = await eventsAfter(shop, head)
    expect(events).toHaveLength(3)
    expect(grew('gamertech_feed_events_total', { name: 'carts' })).toBe(events.length)
    expect(grew('gamertech_feed_seconds_count', { name: 'carts', outcome: 'done' })).toBeGreaterThan(0)
    expect(grew('gamertech_feed_seconds_count', { name: 'carts', outcome: 'failed' })).toBe(0)

    await using owner = await ownerOf(databaseUrl)
    const { rows } = await owner.query(
      `select generation from es.subscriptions where name = 'carts' and state = 'live'`,
    )
    const table = `rm.carts__${rows[0].generation}`
    setLogLevel('silent')
    const failures = async () =>
      (await measure(shop)).value('gamertech_feed_seconds_count', { name: 'carts', outcome: 'failed' }) ?? 0
    const before = await failures()
    await owner.query(`alter table ${table} rename to carts_away`)
    await person.post('/api/cart/deleteitem', { userId: person.id, itemId: productId })
    await expect.poll(failures).toBeGreaterThan(before)
    await owner.query(`alter table rm.carts_away rename to ${table.slice('rm.'.length)}`)
    setLogLevel(shop.config.logLevel)
  })

  test('entries that leave together are one batch; repeated and refused ones are told apart', async ({ shop }) => {
    const admin = await signedIn(shop, { admin: true })
    const products: number[] = []
    for (let n = 0; n < 4; n++) products.push(await makeProduct(admin))
    const head = await shop.core.store.head()
    const entry = (at: number, expected: number, delta = 1): Parameters<typeof shop.core.store.append>[0] => {
      const productId = products[at] ?? 0
      const events = [{ type: 'StockAdjusted' as const, data: { productId, delta } }]
      return { commandId: newCommandId(), meta, writes: [{ stream: `stock-${productId}`, expected, events }] }
    }
    const repeated = entry(0, 1)
    const grew = await growth(shop, async () => {
      await shop.core.store.append(repeated)
      await Promise.all([1, 2, 3].map((at) => shop.core.store.append(entry(at, 1))))
      await shop.core.store.append(repeated)
      await expect(shop.core.store.append(entry(1, 7))).rejects.toThrow(VersionConflict)
      await expect(shop.core.store.append(entry(1, 2, -99))).rejects.toThrow(GuardRefused)
    })
    expect(await eventsAfter(shop, head)).toHaveLength(4)
    const outcomes = ['appended', 'repeated', 'refused']
    expect(outcomes.map((outcome) => grew('gamertech_append_seconds_count', { outcome }))).toEqual([4, 1, 2])
    const reasons = ['version', 'stock', 'claim', 'error']
    expect(reasons.map((reason) => grew('gamertech_append_refused_total', { reason }))).toEqual([1, 1, 0, 0])
    const upTo = (le: number) => grew('gamertech_append_batch_entries_bucket', { le })
    expect(upTo(4) - upTo(2)).toBe(1)
  })

  test('a taken address is a refusal of its own kind', async ({ shop }) => {
    /** As by two who are both told that the address is free. */
    const register = (userId: number) => {
      const person = { userId, name: 'Ana', email: 'repetida@gamertech.test', method: 'password' } as const
      const events = [{ type: 'UserRegistered' as const, data: person }]
      const stream = `user-${userId}` as const
      const claims = [{ scope: 'email' as const, key: Buffer.alloc(32, 'repetida'), stream }]
      return shop.core.store.append({
        commandId: newCommandId(),
        meta,
        claims,
        writes: [{ stream, expected: 0, events }],
      })
    }
    const grew = await growth(shop, async () => {
      await register(900_001)
      await expect(register(900_002)).rejects.toThrow(ClaimTaken)
    })
    expect(grew('gamertech_append_refused_total', { reason: 'claim' })).toBe(1)
  })

  test('requests by the pattern of their route: no id and no other text of a caller becomes a label', async ({
    shop,
  }) => {
    const visitor = shop.client()
    const grew = await growth(shop, async () => {
      for (const id of [101, 102, 103]) await visitor.get(`/api/product/${id}`)
      await visitor.get('/api/product/104?email=ana@x.test')
      await visitor.get('/api/health')
      await visitor.get('/api/ana@x.test/secret-path')
      await visitor.get('/a/page/of/ana@x.test')
      await visitor.send('PROPFIND', '/api/health')
    })
    const count = (method: string, route: string, status: number) =>
      grew('gamertech_http_request_seconds_count', { method, route, status })
    expect(count('GET', '/api/product/:id', 404)).toBe(3)
    expect(count('GET', '/api/product/:id', 400)).toBe(1)
    expect(count('GET', '/api/health', 200)).toBe(1)
    expect(count('GET', '/api/*', 404)).toBe(1)
    expect(count('GET', '/*', 404) + count('GET', '/*', 200)).toBe(1)
    expect(count('OTHER', '/api/*', 405)).toBe(1)
    expect(
      grew('gamertech_http_request_seconds_bucket', { method: 'GET', route: '/api/health', status: 200, le: '+Inf' }),
    ).toBe(1)
    expect((await measure(shop)).text).not.toMatch(/ana@|secret-path|product\/\d/)
  })

  test('what is held of the catalogue, and how it was asked', async ({ shop }) => {
    const admin = await signedIn(shop, { admin: true })
    const products = async () => (await measure(shop)).value('gamertech_catalogue_products') ?? 0
    const before = await products()
    await makeProduct(admin, { name: 'Único' })
    await expect.poll(products).toBe(before + 1)
    const { value } = await measure(shop)
    expect(value('gamertech_catalogue_bytes')).toBeGreaterThan(500)
    expect(value('gamertech_catalogue_loads_total')).toBe(1)
    await expect.poll(async () => (await measure(shop)).value('gamertech_catalogue_behind_seconds')).toBe(0)
  })

  test('answers from memory, connections, and the loop of events', async ({ shop }) => {
    const visitor = shop.client()
    await expect.poll(async () => (await visitor.get('/api/ready')).status).toBe(200)
    // Asked by nobody before, a first attempt at this test included.
    const page = ++lastPage
    const grew = await growth(shop, async () => {
      for (let n = 0; n < 3; n++) await visitor.get(`/api/catalogue?page=${page}`)
    })
    expect(grew('gamertech_kept_answers_total', { result: 'miss' })).toBe(1)
    expect(grew('gamertech_kept_answers_total', { result: 'hit' })).toBe(2)
    const { value } = await measure(shop)
    const idle = async (pool: string) =>
      (await measure(shop)).value('gamertech_pool_connections', { pool, state: 'idle' })
    for (const pool of ['writes', 'reads', 'jobs'])
      await expect.poll(() => idle(pool), { message: pool }).toBeGreaterThan(0)
    expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(1e7)
  })
})

const meta = { actor: 'operator', cause: 'Test', correlation: 'test' } as const

/** A connection with the owner's rights, closed at the end of its block. */
async function ownerOf(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

describe('what all processes share', () => {
  test('positions and lags of subscriptions are those of the log, in events and in seconds', async ({
    shop,
    databaseUrl,
  }) => {
    const person = await signedIn(shop)
    await using owner = await ownerOf(databaseUrl)
    const users = async () => {
      const { rows } = await owner.query(`select * from es.subscriptions where name = 'users' and state = 'live'`)
      return { ...rows[0], pos: Number(rows[0].pos) }
    }
    const { name, generation, state, kind } = await users()
    const labels = { name, generation, state, kind }
    const { store } = shop.core
    await expect.poll(async () => (await users()).pos).toBe(await store.head())
    const caughtUp = await measure(shop)
    expect(caughtUp.value('gamertech_log_position')).toBe(await store.head())
    expect(caughtUp.value('gamertech_subscription_position', labels)).toBe(await store.head())
    expect(caughtUp.value('gamertech_subscription_lag_events', labels)).toBe(0)
    expect(caughtUp.value('gamertech_subscription_lag_seconds', labels)).toBe(0)
    expect(caughtUp.value('gamertech_subscription_paused', labels)).toBe(0)

    await owner.query(`begin; lock table rm.users__${generation} in access exclusive mode`)
    const context = { actor: 'operator', correlation: 'test' } as const
    await changeAccount(store, context, { type: 'BanUser', userId: person.id, reason: null })
    await sleep(300)
    const behind = await measure(shop)
    expect((await users()).pos).toBe((await store.head()) - 1)
    expect(behind.value('gamertech_subscription_lag_events', labels)).toBe(1)
    expect(behind.value('gamertech_subscription_lag_seconds', labels)).toBeGreaterThan(0.29)
    expect(behind.value('gamertech_subscription_lag_seconds', labels)).toBeLessThan(30)
    await owner.query('rollback')
    const lag = async () => (await measure(shop)).value('gamertech_subscription_lag_events', labels)
    await expect.poll(lag).toBe(0)
  })

  test('rebuilds under way, dead letters and jobs', async ({ shop, databaseUrl }) => {
    const admin = await signedIn(shop, { admin: true })
    const productId = await makeProduct(admin)
    await placeOrderOf(shop, admin, { id: productId, quantity: 1 })
    await using owner = await ownerOf(databaseUrl)
    const { rows } = await owner.query(
      `insert into es.subscriptions (name, kind, version, pos, state, target)
       values ('reviews', 'projection', 1, 41, 'building', 99) returning generation`,
    )
    const { generation } = rows[0]
    await owner.query(`insert into es.dead_letters (projection, generation, key, pos, error)
      values ('reviews', ${generation}, '1:1', 5, 'x'), ('reviews', ${generation}, '1:1', 6, 'x')`)
    const { value, text } = await measure(shop)
    const labels = { name: 'reviews', generation }
    expect(value('gamertech_rebuild_position', labels)).toBe(41)
    expect(value('gamertech_rebuild_target', labels)).toBe(99)
    expect(value('gamertech_dead_letters', { projection: 'reviews', generation, state: 'building' })).toBe(2)
    await owner.query(`delete from es.subscriptions where generation = ${generation}; delete from es.dead_letters`)
    expect(text).toContain('# HELP gamertech_rebuild_position')
    expect((await measure(shop)).value('gamertech_rebuild_position', labels)).toBeUndefined()
    await expect
      .poll(async () => (await measure(shop)).value('gamertech_jobs', { name: 'expire-order', state: 'created' }))
      .toBeGreaterThanOrEqual(1)
  })

  test('the partitions of the log, once it is divided: where each lies, what it takes, and one that is detached', async ({
    shop,
    databaseUrl,
  }) => {
    const before = await measure(shop)
    expect(before.value('gamertech_log_partitions_ahead')).toBeUndefined()
    expect(before.text).not.toContain('gamertech_log_partition_bytes{')
    await using owner = await ownerOf(databaseUrl)
    const pool = new pg.Pool({ connectionString: databaseUrl })
    const dividing = async () => (await measure(shop)).value('gamertech_log_division', { state: 'underway' })
    await owner.query('select pg_advisory_lock(4247), es.start_split(1000)')
    expect(await dividing()).toBe(1)
    await owner.query('select pg_advisory_unlock(4247), es.undo_split()')
    expect(await dividing()).toBeUndefined()
    await splitLog(pool, 1000, { signal: new AbortController().signal, waitsFor: () => undefined })
    await pool.end()
    const bytes = async (partition: string, state: string, first: number | '', upto: number | '') => {
      const labels = { partition, state, first, upto, tablespace: 'pg_default' }
      return (await measure(shop)).value('gamertech_log_partition_bytes', labels)
    }
    const { rows } = await owner.query("select pg_total_relation_size('es.events__1') as bytes")
    expect(await bytes('events__1', 'written', 1, 1000)).toBe(Number(rows[0].bytes))
    expect(await bytes('events__2', 'ahead', 1001, 2000)).toBeGreaterThan(0)
    expect((await measure(shop)).value('gamertech_log_partitions_ahead')).toBe(2)
    await owner.query('alter table es.events detach partition es.events__3')
    expect(await bytes('events__3', 'ahead', 2001, 3000)).toBeUndefined()
    expect(await bytes('events__3', 'detached', '', '')).toBeGreaterThan(0)
    expect((await measure(shop)).value('gamertech_log_partitions_ahead')).toBe(1)
    await owner.query('alter table es.events attach partition es.events__3 for values from (2001) to (3001)')
  })

  test('without the database the process still tells of itself', async () => {
    const { databaseUrl, drop } = await createDatabase()
    const shop = await openShop(databaseUrl)
    try {
      expect((await measure(shop)).value('gamertech_database_up')).toBe(1)
      await drop()
      const { value, text } = await measure(shop)
      expect(value('gamertech_database_up')).toBe(0)
      expect(text).not.toMatch(/^gamertech_(subscription_position|jobs)\{/m)
      expect(value('gamertech_append_waiting')).toBe(0)
    } finally {
      await shop.stop()
      await drop()
    }
  })
})

describe('who may read', () => {
  const ask = (token: string | undefined, remoteAddress: string, headers: Record<string, string> = {}, at = {}) => {
    const access = { token, isPublic: false, ...at }
    const app = metricsRoutes({ contentType: 'text/plain', text: async () => 'measured' }, access)
    const init = { headers: { host: 'localhost:3000', ...headers } }
    return app.request('/metrics', init, { incoming: { socket: { remoteAddress } } })
  }
  const token = 'a-token-for-metrics'

  test.for(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])(
    'without a token: this machine, %s',
    async (address) => {
      expect(await (await ask(undefined, address)).text()).toBe('measured')
      expect((await ask(undefined, address, { host: '[::1]:3000' })).status).toBe(200)
    },
  )

  test.for(['10.0.0.7', '192.168.1.4', '::ffff:10.0.0.7', '2001:db8::1', '127.0.0.1.example', ''])(
    'without a token: nobody else, %s',
    async (address) => {
      for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: 'Bearer undefined' }]) {
        const answer = await ask(undefined, address, headers)
        expect([answer.status, await answer.text()]).toEqual([404, 'No encontrado'])
      }
    },
  )

  test('a call that a proxy on this machine passes on is not from this machine', async () => {
    const passedOn = [{ 'x-forwarded-for': '10.0.0.7' }, { forwarded: 'for=10.0.0.7' }, { via: '1.1 proxy' }]
    for (const headers of [...passedOn, { host: 'tienda.example' }, { host: 'localhost.evil.example:3000' }])
      expect((await ask(undefined, '127.0.0.1', headers as Record<string, string>)).status).toBe(404)
  })

  test('where others may reach the shop nobody is let in without a token, whatever name the call carries', async () => {
    for (const host of ['127.0.0.1', 'localhost:3000', '[::1]:3000', 'tienda.example'])
      for (const address of ['127.0.0.1', '::1', '10.0.0.7'])
        expect((await ask(undefined, address, { host }, { isPublic: true })).status, host).toBe(404)
  })

  test('a shop on a public address asks for its token on this machine too', async () => {
    const { databaseUrl, drop } = await createDatabase()
    const shop = await openShop(databaseUrl, { env: { ...publicEnv, PUBLIC_URL: 'https://tienda.example' } })
    try {
      const here = clientOf(`http://127.0.0.1:${shop.config.port}`)
      expect((await here.get('/metrics')).status).toBe(404)
      const { status } = await here.get('/metrics', { authorization: `Bearer ${publicEnv.METRICS_TOKEN}` })
      expect(status).toBe(200)
    } finally {
      await shop.stop()
      await drop()
    }
  })

  test('with a token it is asked of everybody, from wherever', async () => {
    for (const address of ['127.0.0.1', '10.0.0.7']) {
      expect((await ask(token, address, { authorization: `Bearer ${token}`, host: 'tienda.example' })).status).toBe(200)
      for (const wrong of ['', 'Bearer', `Basic ${token}`, `Bearer ${token}x`, 'Bearer a-token', token])
        expect((await ask(token, address, { authorization: wrong })).status, wrong).toBe(404)
      expect((await ask(token, address)).status).toBe(404)
    }
  })
})
