// Reports this process's health to all others every few seconds.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
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
  let telling: Promise<void> | undefined
  const tell = () => {
    const loopDelayMs = Math.max(0, delays.percentile(99) / 1e6 - resolutionMs)
    delays.reset()
    const memoryBytes = process.memoryUsage.rss()
    const health = { ...about, host: hostname(), osPid: process.pid, memoryBytes, loopDelayMs, pools: usesOf(pools) }
    const sentAt = performance.now()
    const roundTripMs = () => Math.ceil(performance.now() - sentAt)
    // Waits for a slow report instead of starting another.
    telling ??= pool
      .query('select')
      .then(() => writeProcess(pool, { id, startedAt, pumpPid: pumpPid(), roundTripMs: roundTripMs(), ...health }))
      .catch(onError)
      .finally(() => {
        telling = undefined
      })
  }
  let timer: NodeJS.Timeout
  const goOn = () => {
    tell()
    const isConnecting = about.role !== 'web' && pumpPid() === null
    timer = setTimeout(goOn, isConnecting ? untilConnectedMs : everyMs)
  }
  goOn()
  return async () => {
    clearTimeout(timer)
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
