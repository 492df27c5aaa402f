// The database an operator's command works on: DATABASE_URL, else the running shop's own server, else that server started for the command.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#backend/config/config.ts'
import { secretInFile } from '#backend/config/secret-file.ts'
import { startEmbeddedPostgres } from '#backend/db/embedded-postgres/embedded-postgres.ts'
import { clusterExists, runningPostmaster } from '#backend/db/embedded-postgres/postgres-process.ts'

/** Answers the address (owner's rights) and what to call at the end. */
export async function opsDatabase(config: Config): Promise<{ url: string; release(): Promise<void> }> {
  const nothing = async () => undefined
  if (config.secrets.databaseUrl) return { url: config.secrets.databaseUrl, release: nothing }
  const cluster = join(config.dataDir, 'postgres')
  if ((await runningPostmaster(cluster)) !== undefined) {
    // The fourth line of postmaster.pid is the port.
    const port = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3]
    const password = encodeURIComponent(secretInFile(join(config.dataDir, 'postgres.password')))
    return { url: `postgresql://postgres:${password}@127.0.0.1:${port}/gamertech`, release: nothing }
  }
  if (!(await clusterExists(cluster)))
    console.error(`En DATA_DIR (${config.dataDir}) no hay una tienda: se crea una base de datos vacía.`)
  const { url, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir })
  return { url, release: stop }
}
