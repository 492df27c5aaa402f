// A read model that is locked is the trouble of its own readers: all else goes on, and no process leaves the balancer.
import { test as base, expect, inject, onTestFinished } from 'vitest'
import { after, percentile, timesOf, usual } from '#backend/http/testing/under-load.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { setLogLevel } from '#backend/telemetry/log.ts'
import { openOwnerPool } from '#backend/testing/core-fixture.ts'
import { makeProduct, openShop, type Shop, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Answer } from '#scripts/testing/client.ts'
import { createDatabase } from '#scripts/testing/database.ts'

/** Shops side by side, each with a database of its own: in each a share of the read models is locked, one after the other. */
const shopCount = 4
/** In milliseconds: how long each is locked, how long the usual is measured before and afterwards. */
const [lockedMs, usualMs] = [20_000, 1000]
/** How long a caller waits between two calls, in milliseconds: a few calls of each are enough to see who is refused. */
const [lockedPauseMs, usualPauseMs] = [1000, 100]
/** Who waits for a lock waits longer than this between two looks, in milliseconds: the shortest limit of a lock is 100. */
const lookEveryMs = 90

/** The connections of those who read or feed read models, and of what nobody waits for; never those of commands, sessions and appends. */
const mayWait = ['gamertech reads', 'gamertech jobs', 'gamertech pump']

const test = base.extend('shops', { scope: 'file' }, async ({}, { onCleanup }) => {
  const opened: { shop: Shop; drop(): Promise<void> }[] = []
  onCleanup(async () => {
    for (const { shop, drop } of opened) {
      await shop.stop()
      await drop()
    }
  })
  while (opened.length < shopCount) {
    const { databaseUrl, drop } = await createDatabase()
    opened.push({ shop: await openShop(databaseUrl), drop })
  }
  return opened.map(({ shop }) => shop)
})

/** A call, and the read models that it cannot do without. */
type Call = { needs: readonly string[]; send: () => Promise<Answer> }

async function callsOf(shop: Shop): Promise<Record<string, Call>> {
  const admin = await signedIn(shop, { admin: true })
  const id = await makeProduct(admin, { stock: 5 })
  const [adding, changing, reader] = [await signedIn(shop), await signedIn(shop), await signedIn(shop)]
  const visitor = shop.client()
  const line = { id, quantity: 1 }
  await changing.post('/api/cart/addproducttocart', { userId: changing.id, productId: line })
  const every = ['catalogue', 'schemas', 'reviews', 'users', 'purchases']
  let quantity = 1
  return {
    ready: { needs: [], send: () => visitor.get('/api/ready') },
    adding: {
      needs: [],
      send: () => adding.post('/api/cart/addproducttocart', { userId: adding.id, productId: line }),
    },
    changing: {
      needs: [],
      send: () =>
        changing.post('/api/cart/setquantity', { userId: changing.id, productId: { id, quantity: ++quantity } }),
    },
    cart: { needs: [], send: () => reader.get(`/api/cart/${reader.id}`) },
    categories: { needs: ['catalogue'], send: () => visitor.get('/api/product/getcategories/all') },
    product: { needs: every, send: () => admin.get(`/api/product/${id}`) },
    orders: { needs: ['orders'], send: () => reader.get(`/api/purchase/${reader.id}`) },
    profile: { needs: ['users'], send: () => reader.get(`/api/users/${reader.id}`) },
  }
}

/** The 95th percentile of each call's times, and how often it was answered what, under the load of all of them. */
async function measure(calls: Record<string, Call>, isOver: () => boolean, pauseMs: number) {
  const measured = Object.entries(calls).map(async ([name, { send }]) => {
    const statuses = new Map<number, number>()
    const call = async () => {
      const { status } = await send()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    return [
      name,
      { p95: percentile(await timesOf([call], isOver, pauseMs), 0.05), statuses: [...statuses.keys()] },
    ] as const
  })
  return Object.fromEntries(await Promise.all(measured))
}

test('[CORE-02 partial] each read model in turn locked for twenty seconds: ready stays 200, writes and other read models are answered', {
  timeout: 200_000,
}, async ({ shops }) => {
  // Each refused call is a line with its stack: hundreds that nobody needs.
  setLogLevel('silent')
  onTestFinished(() => setLogLevel('info'))
  const names = projections.map(({ name }) => name)
  let isDone = false
  const looking = lookForWaiting(inject('adminUrl'), () => isDone)
  const locking = shops.map((shop, nth) =>
    lockInTurn(
      shop,
      names.filter((_, index) => index % shopCount === nth),
    ),
  )
  await Promise.all(locking).finally(() => {
    isDone = true
  })
  await looking
})

async function lockInTurn(shop: Shop, names: readonly string[]): Promise<void> {
  const calls = await callsOf(shop)
  let before = await measure(calls, after(usualMs), usualPauseMs)
  for (const name of names) {
    const { during, waiting } = await whileLocked(shop, name, () => measure(calls, after(lockedMs), lockedPauseMs))
    expect([name, waiting.filter((connection) => !mayWait.includes(connection))]).toEqual([name, []])
    for (const { send } of Object.values(calls)) await expect.poll(async () => (await send()).status).toBe(200)
    const afterwards = await measure(calls, after(usualMs), usualPauseMs)
    for (const [call, { needs }] of Object.entries(calls)) {
      const isNeeded = needs.includes(name)
      expect([name, call, during[call]?.statuses]).toEqual([name, call, isNeeded ? [503] : [200]])
      const longest = 3 * usual(before[call]?.p95 ?? 0, afterwards[call]?.p95 ?? 0)
      const p95 = during[call]?.p95 ?? 0
      // Told and not judged: other tests may keep the machine busy.
      if (!isNeeded && p95 > longest)
        console.warn(
          `${call} while ${name} is locked: p95 ${p95.toFixed(0)} ms, three times the usual ${longest.toFixed(0)} ms`,
        )
    }
    before = afterwards
  }
}

/** By database: the connections that were seen to wait for a table since its read model was locked. */
const seenWaiting = new Map<string, Set<string>>()

/** Looks at all shops at once. */
async function lookForWaiting(adminUrl: string, isOver: () => boolean): Promise<void> {
  const admin = openOwnerPool(adminUrl)
  const look = async () => {
    const { rows } = await admin.query<{ database: string; name: string }>(
      `select distinct a.datname as database, a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
       where l.locktype = 'relation' and not l.granted`,
    )
    for (const { database, name } of rows) seenWaiting.get(database)?.add(name)
  }
  await timesOf([look], isOver, lookEveryMs)
  await admin.end()
}

/** Runs the work; returns what it returns, and the names of the connections that were seen to wait for a table meanwhile. */
async function whileLocked<T>(
  shop: Shop,
  readModel: string,
  work: () => Promise<T>,
): Promise<{ during: T; waiting: string[] }> {
  const owner = openOwnerPool(shop.databaseUrl)
  const holder = await owner.connect()
  const seen = new Set<string>()
  seenWaiting.set(new URL(shop.databaseUrl).pathname.slice(1), seen)
  try {
    await holder.query(`begin; lock table rm.${readModel} in access exclusive mode`)
    const during = await work()
    return { during, waiting: [...seen] }
  } finally {
    await holder.query('rollback')
    holder.release()
    await owner.end()
  }
}
