// The whole shop as one process tree: database, schema, pages, local fakes, server.
import type { Config } from '#backend/config/config.ts'
import { despiteBreaks } from '#backend/db/despite-breaks.ts'
import { startEmbeddedPostgres } from '#backend/db/embedded-postgres/embedded-postgres.ts'
import { migrate } from '#backend/db/migrate.ts'
import { trustedSignIns } from '#backend/demo/demo-accounts.ts'
import { hasAdmin } from '#backend/readmodels/users/users.queries.ts'
import { startShop } from '#backend/start-shop.ts'
import { ensureFrontend } from '#scripts/build-frontend.ts'
import { startServices } from './local-fakes.ts'
import { checkDatabase } from './preflight.ts'
import type { StopOrder } from './stop-order.ts'

type Run = { parts: StopOrder; signal: AbortSignal; withPages: boolean }

/** Each part joins `parts`. Rejects with a sentence for the terminal, or when `signal` aborts. */
export async function startWholeShop(config: Config, { parts, signal, withPages }: Run): Promise<void> {
  const given = config.secrets.databaseUrl
  if (given) await checkDatabase(given)
  const failure = new AbortController()
  parts.add('La construcción de las páginas', async () => failure.abort())
  const pages =
    withPages && config.role !== 'worker'
      ? ensureFrontend(AbortSignal.any([signal, failure.signal]), progress)
      : undefined
  // Awaited below; an earlier failure must not count as unhandled.
  pages?.catch(() => undefined)
  const databaseUrl = given ?? (await ownDatabase(config, parts))
  await despiteBreaks(() => migrate(databaseUrl), signal)
  await pages
  signal.throwIfAborted()
  const { links, ...services } = await startServices(config, { databaseUrl, parts })
  signal.throwIfAborted()
  const shop = await startShop(config, { databaseUrl, ...services, progress, signal })
  parts.add('El servidor', () => shop.stop())
  signal.throwIfAborted()
  // The demo brings an admin whom the read model may not show yet.
  const isAdministered = config.demo || (await hasAdmin(shop.core.db))
  if (config.role === 'worker') announceWorker(config)
  else announce(config, { url: shop.url, isAdministered, links })
}

/** Announces slow steps of a first start; later starts stay quiet. */
const progress = (line: string) => console.log(line)

async function ownDatabase(config: Config, parts: StopOrder): Promise<string> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir, progress })
  parts.add('PostgreSQL', stop)
  return url
}

function announceWorker({ host, port }: Config): void {
  const url = `http://${host}:${port}/api/ready`
  console.log(`\nUn proceso de trabajo de GamerTech está en marcha: ${url}\n\nCtrl-C detiene todo.\n`)
}

type Announced = { url: string; isAdministered: boolean; links: readonly (readonly [string, string])[] }

function announce(config: Config, { url, isAdministered, links }: Announced): void {
  const lines = ['', `GamerTech está en marcha: ${url}`]
  if (!isAdministered) {
    lines.push(
      '',
      `Todavía nadie administra la tienda. Creá tu cuenta en ${url}/register y después corré:`,
      '  npm run ops -- grant-admin TU@CORREO',
    )
  }
  if (config.demo) {
    lines.push(
      '',
      'Cuentas de demostración',
      '  comprador@gamertech.test / Comprador123!',
      ...trustedSignIns(config.dataDir).map((line) => `  ${line}`),
    )
  }
  if (links.length > 0) lines.push('', 'Servicios de prueba', ...links.map(([name, link]) => `  ${name}: ${link}`))
  console.log([...lines, '', 'Ctrl-C detiene todo.', ''].join('\n'))
}
