import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { PoolUse, ProcessHealth } from '#backend/domain/operation/operation.contract.ts'
import { removeProcess, writeProcess } from './processes.ts'

export type Reported = Pick<ProcessHealth, 'role' | 'release'> & {
  pools: Readonly<Record<string, pg.Pool>>
  pumpPid: () => number | null
  onError: (error: unknown) => void
}

const everyMs = 5000
/** Reports faster until the pump is connected, so that others learn what this process feeds. */
const untilConnectedMs = 500
/** Samples the event loop at this interval; a delay is a sample's lateness. */
const resolutionMs = 20

/** Reports now and repeatedly; returns a function that stops and removes the row. */
export function reportProcess(pool: pg.Pool, { pools, pumpPid, onError, ...about }: Reported): () => Promise<void> {
  const [id, startedAt] = [randomUUID(), new Date(Date.now() - process.uptime() * 1000)]
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  const stop = new AbortController()
  const tell = async () => {
    const loopDelayMs = Math.max(0, delays.percentile(99) / 1e6 - resolutionMs)
    delays.reset()
    const memoryBytes = process.memoryUsage.rss()
    const health = { ...about, host: hostname(), osPid: process.pid, memoryBytes, loopDelayMs, pools: usesOf(pools) }
    const sentAt = performance.now()
    await pool.query('select')
    const roundTripMs = Math.ceil(performance.now() - sentAt)
    await writeProcess(pool, { id, startedAt, pumpPid: pumpPid(), roundTripMs, ...health })
  }
  const goOn = async () => {
    while (!stop.signal.aborted) {
      await tell().catch(onError)
      const ms = about.role !== 'web' && pumpPid() === null ? untilConnectedMs : everyMs
      await sleep(ms, undefined, stop).catch(() => undefined)
    }
  }
  const telling = goOn()
  return async () => {
    stop.abort()
    delays.disable()
    await telling
    await removeProcess(pool, id).catch(() => undefined)
  }
}

function usesOf(pools: Reported['pools']): Record<string, PoolUse> {
  const use = ({ options, totalCount, idleCount, waitingCount }: pg.Pool): PoolUse => {
    return { most: options.max, busy: totalCount - idleCount, waiting: waitingCount }
  }
  return Object.fromEntries(Object.entries(pools).map(([name, pool]) => [name, use(pool)]))
}
