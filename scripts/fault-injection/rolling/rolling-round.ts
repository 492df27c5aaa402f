// One run: all processes of a shop are restarted, one after the other, under people who look and buy; nobody must notice.
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool } from '#backend/db/database.ts'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { type Failed, HttpCrowd, type Rates } from '#scripts/fault-injection/load/http-crowd.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { ServerUnderTest } from '#scripts/fault-injection/processes/server.ts'
import { caughtUp, openShop } from '#scripts/fault-injection/processes/stage.ts'
import { checkAcknowledged } from '#scripts/fault-injection/verdict/acknowledged.ts'
import { judge } from '#scripts/fault-injection/verdict/judge.ts'
import { startBalancer } from '#scripts/testing/balancer.ts'
import { startHaproxy } from '#scripts/testing/haproxy.ts'
import { feeders } from './feeders.ts'
import { Fleet } from './fleet.ts'

export type Rolling = {
  /** How many times all of them are restarted. */
  rounds: number
  /** Of how many processes; the first two feed and work as well as serve. */
  processes: number
  rates: Rates
  balancer: 'own' | 'haproxy'
}
export type Rolled = {
  restarts: number
  asked: HttpCrowd['asked']
  /** Calls that the machine was too slow to make. */
  skipped: number
  orders: number
  failed: Failed[]
  /** From the end of each process until others fed everything, in milliseconds. */
  takenOverMs: number[]
  problems: string[]
}

/** An account may go to the checkout twenty times in ten minutes. */
const ordersPerBuyer = 18
/** Between the start of one process and the end of the next, in milliseconds: the balancer must have seen it. */
const restMs = 1500
const drainSeconds = { own: '1', haproxy: '2' }
/** What one restart takes, for the number of buyers; too many of them do no harm. */
const restartSeconds = 12

export async function rollOver(one: Rolling, tell: (line: string) => void = () => undefined): Promise<Rolled> {
  await using open = new AsyncDisposableStack()
  const server = await ServerUnderTest.create(tmpdir())
  open.defer(() => server.remove())
  const { databaseUrl } = server
  await openShop(databaseUrl)
  const door = await freePort()
  const publicOrigin = `http://127.0.0.1:${door}`
  const roles = Array.from({ length: one.processes }, (_, nth) => (nth < 2 ? 'both' : 'web'))
  const env = { DRAIN_SECONDS: drainSeconds[one.balancer] }
  const fleet = await Fleet.start({ databaseUrl, publicOrigin, roles, env })
  open.defer(async () => void (await fleet.stop()))
  const balancer = await openDoor(one, door, fleet.ports)
  open.defer(() => balancer.stop())
  const approve = (id: string) => fleet.approve(id)
  const crowd = new HttpCrowd({ origin: publicOrigin, publicOrigin, rates: one.rates, approve })
  open.defer(() => crowd.stop())
  await untilReady(publicOrigin)
  const restarts = one.rounds * one.processes
  await crowd.register(Math.ceil((restarts * restartSeconds * one.rates.orders) / ordersPerBuyer))
  crowd.start()
  const takenOverMs = await restartAll(one, fleet, databaseUrl, tell)
  await crowd.stop()
  const core = await openCoreUnderTest(databaseUrl)
  open.defer(() => core.close())
  await caughtUp(core)
  const problems = [...(await checkAcknowledged(core, crowd)), ...(await judge(core, []))]
  const { asked, skipped, failed } = crowd
  return { restarts, asked, skipped, orders: crowd.orders.length, failed, takenOverMs, problems }
}

function openDoor({ balancer }: Rolling, door: number, ports: readonly number[]) {
  if (balancer === 'own') return startBalancer(door, ports)
  const bind = `127.0.0.1:${door}`
  // Its configuration names three; one that is not there is down.
  const shops = [0, 1, 2].map((nth) => [`SHOP_${nth + 1}`, `127.0.0.1:${ports[nth] ?? 9}`])
  return startHaproxy(['shop.cfg'], { SHOP_BIND: bind, ...Object.fromEntries(shops) }, bind)
}

async function untilReady(origin: string): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const answer = await fetch(`${origin}/api/ready`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error('no process is ready behind the balancer')
}

async function restartAll(one: Rolling, fleet: Fleet, databaseUrl: string, tell: (line: string) => void) {
  const pool = createPool(databaseUrl, { as: 'owner', max: 1, name: 'rolling' })
  const takenOverMs: number[] = []
  const takenOver = async () => {
    const since = performance.now()
    while ((await feeders(pool)) !== 1) await sleep(10)
    takenOverMs.push(performance.now() - since)
  }
  try {
    for (let round = 1; round <= one.rounds; round++) {
      for (const nth of fleet.ports.keys()) {
        await sleep(restMs)
        await fleet.restart(nth, takenOver)
      }
      tell(`all ${one.processes} processes restarted ${round} of ${one.rounds} times`)
    }
    await sleep(restMs)
    return takenOverMs
  } finally {
    await pool.end()
  }
}
