// A process of the shop ends and another goes on, behind a balancer: nobody who shops meanwhile notices.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, vi } from 'vitest'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { mailSinkUrl } from '#backend/testing/mail-sink.ts'
import { ensureFrontend } from '#scripts/build-frontend.ts'
import { feeders } from '#scripts/fault-injection/rolling/feeders.ts'
import { startBalancer } from '#scripts/testing/balancer.ts'
import { clientOf } from '#scripts/testing/client.ts'
import { test } from '#scripts/testing/database.ts'
import { start, stopStarted } from '#scripts/testing/started-shop.ts'

vi.setConfig({ testTimeout: 120_000 })
afterEach(stopStarted)

type Crowd = { asked: number; refused: unknown[]; isOver: boolean }

/** Asks again and again until it is over; `refused` gets each answer that was not 200. */
async function shopOn(origin: string, crowd: Crowd): Promise<void> {
  const client = clientOf(origin)
  const email = `${randomUUID()}@gamertech.test`
  const entered = await client.post('/api/users/new', { name: 'Persona', email, password: 'Clave-segura-1' })
  const paths = ['/api/catalogue', '/api/session', `/api/cart/${entered.body.user?.id}`, '/']
  for (let n = 0; !crowd.isOver; n++, crowd.asked++) {
    const path = paths[n % paths.length] as string
    const { status, body } = await client.get(path).catch((error: unknown) => ({ status: 0, body: String(error) }))
    if (status !== 200) crowd.refused.push([path, status, body])
    await sleep(10)
  }
}

test('[HA-04] of two processes behind a balancer one ends by SIGTERM under load: no request fails, and the other feeds the read models within a second', async ({
  databaseUrl,
}) => {
  await ensureFrontend()
  const dataDir = await mkdtemp(join(tmpdir(), 'gamertech-rolling-'))
  const [door, ...ports] = [await freePort(), await freePort(), await freePort()]
  const smtp = await mailSinkUrl()
  const origin = `http://127.0.0.1:${door}`
  const open = (port: number) =>
    start({
      ...{ PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: origin, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
      SMTP_URL: smtp,
      DRAIN_SECONDS: '1',
    })
  // The first holds the leases of all subscriptions when the second comes.
  const leaving = open(ports[0] ?? 0)
  await leaving.up
  await open(ports[1] ?? 0).up
  const balancer = await startBalancer(door, ports)
  await expect.poll(async () => (await fetch(`${origin}/api/ready`)).status, { timeout: 10_000 }).toBe(200)
  await using database = await connected(databaseUrl)
  const crowd: Crowd = { asked: 0, refused: [], isOver: false }
  const shoppers = Array.from({ length: 6 }, () => shopOn(origin, crowd))
  const moreThan = (calls: number) => vi.waitUntil(() => crowd.asked > calls, 30_000)
  try {
    await moreThan(100)
    leaving.child.kill('SIGTERM')
    expect(await leaving.ended).toMatchObject({ status: 0 })
    await expect.poll(() => feeders(database), { timeout: 1000 }).toBe(1)
    await moreThan(crowd.asked + 100)
  } finally {
    crowd.isOver = true
  }
  await Promise.all(shoppers)
  expect(crowd.refused).toEqual([])
  await balancer.stop()
  await stopStarted()
  await rm(dataDir, { recursive: true, force: true })
})

async function connected(databaseUrl: string) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
