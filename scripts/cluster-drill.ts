// npm run cluster-drill -- [--rounds 20] [--reads 50] [--orders 5] [--minutes M] [--keep-logs]: three nodes with
// Patroni, etcd and PostgreSQL in networks of their own, HAProxy, three processes of the shop. Kills, isolates and
// restarts the leader in turn. Ends after M minutes (default five, plus three per round), or by Ctrl-C.
import { existsSync } from 'node:fs'
import { askedOptions } from './asked-options.ts'
import { ensureFrontend } from './build-frontend.ts'
import { drill } from './cluster-drill/drill.ts'
import { bounded } from './fault-injection/processes/bounded.ts'
import { quantile } from './load/quantile.ts'

const needed = {
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/lib/python3/dist-packages/etcd/__init__.py': 'python3-etcd',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/ip': 'iproute2',
  '/usr/bin/setpriv': 'util-linux',
}

const secondsOf = (times: readonly number[], share: number) => (quantile(times, share) / 1000).toFixed(1)

const text = { type: 'string' } as const
const options = { rounds: text, reads: text, orders: text, minutes: text, 'keep-logs': { type: 'boolean' } } as const

async function run(): Promise<boolean> {
  const { values } = askedOptions(import.meta.filename, { options })
  await ensureFrontend()
  const rounds = Number(values.rounds ?? 20)
  const begin = performance.now()
  const tell = (line: string) =>
    console.log(`${String(Math.round((performance.now() - begin) / 1000)).padStart(5)} s  ${line}`)
  const rates = { reads: Number(values.reads ?? 50), orders: Number(values.orders ?? 5) }
  const keepsLogs = values['keep-logs'] ?? false
  const drilled = await bounded(Number(values.minutes ?? 5 + 3 * rounds), (opened) =>
    drill({ rounds, rates, keepsLogs, tell }, opened),
  )
  const { asked, skipped, orders, failed, problems } = drilled
  const failedReads = failed.filter(({ kind }) => kind === 'read')
  const pauses = drilled.rounds.map(({ withoutWritesMs }) => withoutWritesMs)
  console.log(
    `${drilled.rounds.length} rounds, ${asked.read} reads of visitors, ${asked.change} changes, ${orders} orders, ${skipped} not asked for lack of time`,
  )
  console.log(`seconds without writes: p50 ${secondsOf(pauses, 0.5)}, p95 ${secondsOf(pauses, 0.95)}`)
  console.log(
    `${failedReads.length} failed reads, ${problems.length === 0 ? 'all is well' : `${problems.length} PROBLEMS`}`,
  )
  for (const one of failedReads.slice(0, 20)) console.log(`  ${one.path} ${one.status} ${one.text}`)
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`)
  return failedReads.length === 0 && problems.length === 0
}

/** Undefined where the drill can run. */
function obstacle(): string | undefined {
  const lacking = Object.entries(needed).flatMap(([path, name]) => (existsSync(path) ? [] : [name]))
  if (lacking.length > 0) return `The drill needs Debian's packages: apt-get install ${lacking.join(' ')}`
  return process.getuid?.() === 0 ? undefined : 'The drill makes networks of its own, which only root may.'
}

const found = obstacle()
if (found) console.error(found)
const isWell =
  !found &&
  (await run().catch((error: Error) => {
    console.error(error.name === 'Ended' ? error.message : error)
    return false
  }))
process.exit(isWell ? 0 : 1)
