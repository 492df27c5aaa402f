// npm run bench -- panel [--orders=N --products=N --users=N --events=N]: the staff's waiting times on years of
// history, one call after another.
import { grantAdmin } from '#backend/commands/account/grant-admin.ts'
import { registerUser } from '#backend/commands/account/register-user.ts'
import { createPool } from '#backend/db/database.ts'
import { migrate } from '#backend/db/migrate.ts'
import { openCore } from '#backend/shop.ts'
import type { Ground } from '#scripts/bench/ground.ts'
import { fillLog } from '#scripts/bench/growth/fill-log.ts'
import { type Finding, quantile, tell } from '#scripts/bench/measure.ts'
import { serveInChild, shopSecrets } from '#scripts/bench/served/served.ts'
import { type Client, clientOf } from '#scripts/testing/client.ts'
import { type PanelCall, panelCalls, pathsOf } from './panel-calls.ts'
import { panelLog, type Sizes, sold } from './panel-log.ts'

const admin = { name: 'Admin', email: 'admin@gamertech.test', password: 'Una-clave-larga-1' }
const rounds = 40

export async function run(ground: Ground, sizes: Sizes): Promise<Finding[]> {
  const databaseUrl = await ground.createDatabase()
  const events = await fillPanel(databaseUrl, sizes, shopSecrets.dataKey)
  const shop = await serveInChild({ kind: 'shop', databaseUrl })
  try {
    const client = clientOf(shop.url)
    await untilShown(client, sizes)
    const findings: Finding[] = []
    for (const call of panelCalls) findings.push(tellCall(call, await timesOf(client, call, sizes, rounds), events))
    return findings
  } finally {
    await shop.stop()
  }
}

export async function fillPanel(databaseUrl: string, sizes: Sizes, dataKey: Buffer): Promise<number> {
  await migrate(databaseUrl)
  const core = await openCore({ databaseUrl, ...shopSecrets, dataKey })
  const owner = createPool(databaseUrl, { as: 'owner', max: 2, name: 'bench', limits: false })
  try {
    const events = await fillLog(core, owner, panelLog(sizes))
    // Marked as demo, so that no mails go out.
    const context = { actor: 'operator', correlation: 'demo:bench' } as const
    const { userId } = await registerUser(core, admin, context)
    await grantAdmin(core.store, context, userId)
    return events
  } finally {
    await owner.end()
    await core.close()
  }
}

export async function untilShown(client: Client, { orders, products, users }: Sizes): Promise<void> {
  await client.post('/api/users/verifyuser', { email: admin.email, password: admin.password })
  for (const [list, rows] of [
    ['products', Math.max(products, sold)],
    ['users', users + 1],
    ['orders', orders],
  ] as const)
    while ((await client.get(`/api/panel/${list}`)).body.total !== rows)
      await new Promise((resolve) => setTimeout(resolve, 500))
}

/** Milliseconds per call; throws on any status but 200. */
export async function timesOf(client: Client, call: PanelCall, sizes: Sizes, count: number): Promise<number[]> {
  const times: number[] = []
  for (const paths of pathsOf(call, sizes, count)) {
    const sent = performance.now()
    const answers = await Promise.all(paths.map((path) => client.get(path)))
    times.push(performance.now() - sent)
    const failed = answers.findIndex(({ status }) => status !== 200)
    if (failed >= 0) throw new Error(`${paths[failed]} answered ${answers[failed]?.status}`)
  }
  return times
}

export function tellCall({ name, aim }: PanelCall, times: readonly number[], events: number): Finding {
  const p95 = quantile(times, 0.95)
  const figures = ([50, 95, 99] as const).map(
    (percent) => `p${percent} ${quantile(times, percent / 100).toFixed(1)} ms`,
  )
  return tell({
    goal: 'PAN',
    what: `${name}, ${events} events`,
    figure: figures.join(', '),
    aim: `p95 <= ${aim} ms`,
    isReached: p95 <= aim,
  })
}
