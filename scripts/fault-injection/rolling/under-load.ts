// A shop of several processes behind one address, under load while something happens to it; nobody may notice.
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { judgeAfter } from '#scripts/fault-injection/verdict/acknowledged.ts'
import { Buyers, type Failed, type Rates } from '#scripts/load/buyers.ts'
import { Fleet, type Member } from './fleet.ts'

export type Load = {
  databaseUrl: string
  members: readonly Member[]
  rates: Rates
  buyers: number
  env?: Record<string, string>
  /** Starts a balancer on `bind` (host:port), before the processes on `ports`. */
  balance(bind: string, ports: readonly number[]): Promise<{ stop(): Promise<void> }>
}
export type Borne = {
  asked: Buyers['asked']
  /** Calls that the slow machine could not make. */
  skipped: number
  orders: number
  failed: Failed[]
  problems: string[]
}
export type Underway = { fleet: Fleet; crowd: Buyers }

export const restMs = 1500
const readyWithinMs = 20_000

/** `opened`: closes all that this opens. */
export async function underLoad(
  { databaseUrl, members, rates, buyers, env, balance }: Load,
  opened: AsyncDisposableStack,
  act: (underway: Underway) => Promise<void>,
): Promise<Borne> {
  const bind = `127.0.0.1:${await freePort()}`
  const origin = `http://${bind}`
  const ports = await Promise.all(members.map(() => freePort()))
  const balancer = await balance(bind, ports)
  opened.defer(() => balancer.stop())
  const fleet = new Fleet(ports, members, { PUBLIC_URL: origin, DATABASE_URL: databaseUrl, ...env })
  opened.defer(() => fleet.stop())
  await fleet.start()
  const crowd = new Buyers({ origin, address: origin, rates, approve: (id) => fleet.approve(id) })
  opened.defer(() => crowd.stop())
  await untilReady(origin)
  await crowd.register(buyers)
  crowd.start()
  await act({ fleet, crowd })
  await sleep(restMs)
  await crowd.stop()
  const problems = await judgeAfter(databaseUrl, crowd, opened)
  const { asked, skipped, failed } = crowd
  return { asked, skipped, orders: crowd.orders.length, failed, problems }
}

async function untilReady(origin: string): Promise<void> {
  for (const since = performance.now(); performance.now() - since < readyWithinMs; await sleep(50))
    if ((await fetch(`${origin}/api/ready`).catch(() => undefined))?.ok) return
  throw new Error('no process is ready behind the balancer')
}
