// A shop behind one address under load while its processes change; nobody may notice.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createPool } from '#backend/db/database.ts'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { unlessEnded } from '#scripts/fault-injection/processes/bounded.ts'
import { openShop } from '#scripts/fault-injection/processes/stage.ts'
import { judgeAfter } from '#scripts/fault-injection/verdict/acknowledged.ts'
import { Buyers, type Failed, type Rates } from '#scripts/load/buyers.ts'
import { startBalancer } from '#scripts/testing/balancer.ts'
import { startHaproxy } from '#scripts/testing/haproxy.ts'
import { feeders } from './feeders.ts'
import { Fleet, type Member } from './fleet.ts'

export type Load = {
  rates: Rates
  balancer: 'own' | 'haproxy'
  /** Determines the number of buyers; may be an upper bound. */
  seconds: number
  /** Aborts the run and closes everything it opened. */
  signal?: AbortSignal
}
export type Borne = {
  asked: Buyers['asked']
  /** Calls that the slow machine could not make. */
  skipped: number
  orders: number
  failed: Failed[]
  /** Milliseconds from a process's end until another fed everything. */
  takenOverMs: number[]
  problems: string[]
}
/** Control of the processes; `owner`: a pool with the owner's rights. */
export type Underway = {
  begin(nth: number): Promise<void>
  /** Resolves once another process has taken over its feeding. */
  end(nth: number): Promise<void>
  owner: pg.Pool
}

/** Accounts may check out twenty times in ten minutes. */
const ordersPerBuyer = 18
const fewestBuyers = 10
const restMs = 1500
const drainSeconds = '2'
/** Timeout of a takeover, in milliseconds. */
const patienceMs = 30_000

export async function underLoad(
  databaseUrl: string,
  members: readonly Member[],
  load: Load,
  act: (underway: Underway) => Promise<void>,
): Promise<Borne> {
  await using open = new AsyncDisposableStack()
  await openShop(databaseUrl)
  const door = await freePort()
  const publicOrigin = `http://127.0.0.1:${door}`
  const env = { DRAIN_SECONDS: drainSeconds }
  const fleet = await Fleet.start({ databaseUrl, publicOrigin, members, env })
  open.defer(async () => void (await fleet.stop()))
  const balancer = await openDoor(load, door, fleet.ports)
  open.defer(() => balancer.stop())
  const approve = (id: string) => fleet.approve(id)
  const crowd = new Buyers({ origin: publicOrigin, address: publicOrigin, rates: load.rates, approve })
  open.defer(() => crowd.stop())
  await untilReady(publicOrigin)
  await crowd.register(Math.max(fewestBuyers, Math.ceil((load.seconds * load.rates.orders) / ordersPerBuyer)))
  crowd.start()
  const owner = createPool(databaseUrl, { as: 'owner', max: 2, name: 'rolling' })
  open.defer(() => owner.end())
  const takenOverMs: number[] = []
  await unlessEnded(load.signal, act(underwayWith(fleet, owner, takenOverMs)))
  await sleep(restMs)
  await crowd.stop()
  const problems = await judgeAfter(databaseUrl, crowd, open)
  const { asked, skipped, failed } = crowd
  return { asked, skipped, orders: crowd.orders.length, failed, takenOverMs, problems }
}

function underwayWith(fleet: Fleet, owner: pg.Pool, takenOverMs: number[]): Underway {
  return {
    owner,
    begin: (nth) => fleet.begin(nth),
    async end(nth) {
      await sleep(restMs)
      await fleet.end(nth)
      const since = performance.now()
      while ((await feeders(owner)) !== 1) {
        if (performance.now() - since > patienceMs) throw new Error(`after process ${nth} nobody feeds everything`)
        await sleep(10)
      }
      takenOverMs.push(performance.now() - since)
    },
  }
}

function openDoor({ balancer }: Load, door: number, ports: readonly number[]) {
  if (balancer === 'own') return startBalancer(door, ports)
  const bind = `127.0.0.1:${door}`
  // The configuration names three shops; absent ones are down.
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
