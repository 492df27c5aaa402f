// The operator's command line: npm run ops -- status | rebuild NAME | verify. Exit code 0: all is well.
import { configFromEnvironment } from '#backend/config.ts'
import { createPool } from '#backend/db/database.ts'
import { migrate } from '#backend/db/migrate.ts'
import { openCore } from '#backend/wiring.ts'
import type { OpsCommand } from './ops-command.ts'
import { opsDatabase } from './ops-database.ts'
import { rebuildCommand } from './rebuild.ts'
import { statusCommand } from './status.ts'
import { verifyCommand } from './verify.ts'

const commands: Record<string, OpsCommand> = { status: statusCommand, rebuild: rebuildCommand, verify: verifyCommand }

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})

async function run([name = '', ...args]: string[]): Promise<number> {
  const command = commands[name]
  if (!command) {
    console.error(
      `Uso: npm run ops -- ${Object.values(commands)
        .map((known) => known.usage)
        .join(' | ')}`,
    )
    return 2
  }
  const config = configFromEnvironment()
  const database = await opsDatabase(config)
  try {
    await migrate(database.url)
    const core = await openCore({
      databaseUrl: database.url,
      dataKey: config.secrets.dataKey,
      sessionSecret: config.secrets.session,
    })
    const ownerPool = createPool(database.url, { as: 'owner', max: 2, name: 'gamertech ops', limits: false })
    try {
      return await command.run({ core, ownerPool, print: console.log }, args)
    } finally {
      await ownerPool.end()
      await core.close()
    }
  } finally {
    await database.release()
  }
}
