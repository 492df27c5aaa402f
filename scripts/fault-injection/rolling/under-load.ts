// A shop of several processes behind one address, under load while something happens to it; nobody may notice.
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { atRest } from '#scripts/fault-injection/processes/stage.ts'
import { judgeWith } from '#scripts/fault-injection/verdict/acknowledged.ts'
import { Buyers, type Rates } from '#scripts/load/buyers.ts'
import { waitFor } from '#scripts/load/wait-for.ts'
import { Fleet, type Member } from './fleet.ts'

export type Load = {
  databaseUrl: string
  /** The load begins when all of this release serve. */
  members: readonly Member[]
  rates: Rates
  buyers: number
  env?: Record<string, string>
  /** Starts a balancer on `bind` (host:port), before the processes on `ports`. */
  balance(bind: string, ports: readonly number[]): Promise<{ stop(): Promise<void> }>
}
type Underway = { fleet: Fleet; crowd: Buyers }
/** `problems`: of the log, the books and the read models; failed calls are not among them. */
export type Borne = { crowd: Buyers; problems: string[] }

export const restMs = 1500
const readyWithinMs = 20_000

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
  for (const [nth, { release }] of members.entries()) if (!release) await fleet.begin(nth)
  const crowd = new Buyers({ origin, address: origin, rates, approve: (id) => fleet.approve(id) })
  opened.defer(() => crowd.leave())
  const isReady = async () => (await fetch(`${origin}/api/ready`).catch(() => undefined))?.ok
  await waitFor('a process is ready behind the balancer', readyWithinMs, isReady)
  await crowd.begin(buyers)
  await act({ fleet, crowd })
  await sleep(restMs)
  await crowd.leave()
  const core = await openCoreUnderTest(databaseUrl, opened)
  await atRest(core)
  return { crowd, problems: await judgeWith(core, crowd) }
}

export function loadLine({ asked, skipped, orders, failed }: Buyers): string {
  const counts = Object.entries(asked).map(([kind, count]) => `${count} ${kind}`)
  return `${counts.join(', ')}, ${skipped} not asked for lack of time, ${orders.length} orders, ${failed.length} failed`
}
