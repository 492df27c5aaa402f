// Runs the operator's command line, npm run ops -- COMMAND, on the local shop or on DATABASE_URL.
import { constants, setPriority } from 'node:os'
import { configFromEnvironment } from '#backend/config/config.ts'
import { createPool } from '#backend/db/database.ts'
import { migrate } from '#backend/db/migrate.ts'
import { opsDatabase, remarkOnSchema } from '#backend/ops/cli/database.ts'
import { runOps, type WithDatabase } from '#backend/ops/cli/run.ts'
import { verifyConnections } from '#backend/ops/verify/one-moment.ts'
import { openCore } from '#backend/shop.ts'
import { opsCommands } from './ops-commands.ts'

/** Cancels running statements, which would not notice Ctrl-C for minutes. */
const cancelOthers =
  'select pg_cancel_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()'
// Yields the CPU to processes that serve shoppers.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const stop = new AbortController()
// A second Ctrl-C ends the process at once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
// The reader may close the output early (`| head`).
process.stdout.on('error', () => stop.abort())
process.stderr.on('error', () => undefined)

const { stdin, stdout, stderr } = process
process.exitCode = await runOps(
  opsCommands,
  process.argv.slice(2),
  { stdin, stdout, stderr, signal: stop.signal },
  withDatabase,
)

async function withDatabase(...[work, access]: Parameters<WithDatabase>): Promise<number> {
  const config = configFromEnvironment({ serves: false, makes: access === 'fills' })
  const database = await opsDatabase(config, access === 'fills')
  try {
    if (access === 'looks') {
      // Remarks on stderr, so that programs can read the output.
      const remark = await remarkOnSchema(database.url)
      if (remark) stderr.write(`${remark}\n`)
    } else await migrate(database.url)
    const core = await openCore({
      databaseUrl: database.url,
      readUrls: config.secrets.readUrls,
      dataKey: config.secrets.dataKey,
      sessionSecret: config.secrets.session,
      isPatient: true,
    })
    const name = `gamertech ops ${process.pid}`
    const ownerPool = createPool(database.url, { as: 'owner', max: verifyConnections, name, limits: false })
    const cancel = () => void ownerPool.query(cancelOthers, [name]).catch(() => undefined)
    stop.signal.addEventListener('abort', cancel)
    try {
      return await work({ core, ownerPool, currency: config.currency })
    } finally {
      stop.signal.removeEventListener('abort', cancel)
      await ownerPool.end()
      await core.close()
    }
  } finally {
    await database.release()
  }
}
