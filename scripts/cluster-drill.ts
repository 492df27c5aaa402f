// npm run cluster-drill -- [--rounds 20] [--reads 50] [--orders 5] [--minutes M] [--keep-logs]: three nodes with
// Patroni, etcd and PostgreSQL in networks of their own, HAProxy, three processes of the shop. Kills, isolates and
// restarts the leader in turn. Ends after M minutes (default five, plus three per round), or by Ctrl-C.
import { existsSync } from 'node:fs'
import { askedOptions } from './asked-options.ts'
import { ensureFrontend } from './build-frontend.ts'
import { drill } from './cluster-drill/drill.ts'
import { bounded } from './fault-injection/processes/bounded.ts'
import { loadLine } from './fault-injection/rolling/under-load.ts'
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

async function run(): Promise<boolean> {
  const wanted = { numbers: ['rounds', 'reads', 'orders', 'minutes'], flags: ['keep-logs'] } as const
  const { rounds = 20, reads = 50, orders = 5, minutes, ...flags } = askedOptions(import.meta.filename, wanted).values
  await ensureFrontend()
  const begin = performance.now()
  const tell = (line: string) =>
    console.log(`${String(Math.round((performance.now() - begin) / 1000)).padStart(5)} s  ${line}`)
  const settings = { rounds, rates: { reads, orders }, keepsLogs: flags['keep-logs'] ?? false, tell }
  const drilled = await bounded(minutes ?? 5 + 3 * rounds, (opened) => drill(settings, opened))
  const { crowd, pausesMs, problems } = drilled
  const failedReads = crowd.failedOf('read')
  const secondsOf = (share: number) => (quantile(pausesMs, share) / 1000).toFixed(1)
  console.log(`${pausesMs.length} rounds, ${loadLine(crowd)}`)
  console.log(`seconds without writes: p50 ${secondsOf(0.5)}, p95 ${secondsOf(0.95)}`)
  const verdict = problems.length === 0 ? 'all is well' : `${problems.length} PROBLEMS`
  console.log(`${failedReads.length} failed reads of visitors, ${verdict}`)
  const reasons = [...failedReads.map(({ path, status, text }) => `${path} ${status} ${text}`), ...problems]
  for (const reason of reasons.slice(0, 40)) console.log(`  ${reason}`)
  return reasons.length === 0
}

function obstacle(): string | undefined {
  const lacking = Object.entries(needed).flatMap(([path, name]) => (existsSync(path) ? [] : [name]))
  if (lacking.length > 0) return `The drill needs Debian's packages: apt-get install ${lacking.join(' ')}`
  return process.getuid?.() === 0 ? undefined : 'The drill makes networks of its own, which only root may.'
}

const found = obstacle()
if (found) console.error(found)
const isWell =
  !found &&
  (await run().catch((error: unknown) => {
    console.error(error)
    return false
  }))
process.exit(isWell ? 0 : 1)
