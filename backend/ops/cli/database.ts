// Chooses a command's database: DATABASE_URL, else the running shop's server, else that server, started for it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#backend/config/config.ts'
import { secretInFile } from '#backend/config/secret-file.ts'
import { startEmbeddedPostgres } from '#backend/db/embedded-postgres/embedded-postgres.ts'
import { clusterExists, runningPostmaster } from '#backend/db/embedded-postgres/postgres-process.ts'
import { OtherSchema, readSchemaAge } from '#backend/db/schema-age.ts'
import { OpsFailure } from './command.ts'

/** Returns the address (owner's rights) and a release. Throws OpsFailure if there is no shop and `makes` is false. */
export async function opsDatabase(config: Config, makes: boolean): Promise<{ url: string; release(): Promise<void> }> {
  const nothing = async () => undefined
  if (config.secrets.databaseUrl) return { url: config.secrets.databaseUrl, release: nothing }
  const cluster = join(config.dataDir, 'postgres')
  if ((await runningPostmaster(cluster)) !== undefined) {
    // The fourth line of postmaster.pid is the port.
    const port = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3]
    const password = encodeURIComponent(secretInFile(join(config.dataDir, 'postgres.password')))
    return { url: `postgresql://postgres:${password}@127.0.0.1:${port}/gamertech`, release: nothing }
  }
  if (!(await clusterExists(cluster))) {
    const missing = `En DATA_DIR (${config.dataDir}) no hay una tienda`
    if (!makes) throw new OpsFailure(`${missing}, y DATABASE_URL no está puesta.`)
    console.error(`${missing}: se crea una base de datos vacía.`)
  }
  const { url, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir })
  return { url, release: stop }
}

/**
 * Returns a remark on another release's schema, for commands that only look. Throws OpsFailure if there is no schema,
 * OtherSchema if it is no release's.
 */
export async function remarkOnSchema(databaseUrl: string): Promise<string | undefined> {
  const schema = await readSchemaAge(databaseUrl)
  if (schema.age === 'current') return undefined
  if (schema.age === 'absent')
    throw new OpsFailure('En esa base de datos no hay una tienda: la hace el arranque, o npm run ops -- import.')
  if (schema.age === 'other') throw new OtherSchema(schema.migrations)
  return `${remarks[schema.age]} (${schema.migrations.join(', ')}).`
}

const remarks = {
  older: 'El esquema de la base de datos es anterior al de este programa y aquí no se cambia; le falta',
  newer: 'El esquema de la base de datos es posterior al de este programa; tiene de más',
} as const
