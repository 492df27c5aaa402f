// Creates one cluster per run and the templates of its databases, for projects that need PostgreSQL.
import type { TestProject } from 'vitest/node'
import { createPool } from '#backend/db/database.ts'
import { migrate } from '#backend/db/migrate.ts'
import { JobQueue } from '#backend/jobs/queue.ts'
import { openCore, openPump } from '#backend/shop.ts'
import { administer, databaseOf, startCluster, type TestCluster, templates } from '#scripts/testing/cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
  }
}

/** Projects load this file separately, so shared state hangs on the process. */
interface Shared {
  users: number
  cluster: Promise<TestCluster>
}
const key = Symbol.for('gamertech.test-cluster')
const holder = globalThis as typeof globalThis & { [key]?: Shared | undefined }

async function prepare(): Promise<TestCluster> {
  const cluster = await startCluster()
  try {
    const { migrated, started } = templates
    await administer(cluster.adminUrl, `create database ${migrated}`)
    await migrate(databaseOf(cluster.adminUrl, migrated))
    await administer(cluster.adminUrl, `create database ${started} template ${migrated}`)
    await startOnce(databaseOf(cluster.adminUrl, started))
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** Leaves what a shop makes at its first start: numbers of its types of event, read models, queues. */
async function startOnce(databaseUrl: string): Promise<void> {
  const refuse = (fault: unknown) => {
    throw new Error('the first start failed', { cause: fault })
  }
  const core = await openCore({ databaseUrl, dataKey: Buffer.alloc(32), sessionSecret: 's'.repeat(40) })
  const owner = createPool(databaseUrl, { as: 'owner', max: 1 })
  const queue = new JobQueue(core.pools.jobs, refuse)
  await openPump(core, owner, queue, refuse)
  await queue.start()
  await queue.stop()
  await owner.end()
  await core.close()
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = holder[key] ?? { users: 0, cluster: prepare() }
  holder[key] = shared
  shared.users += 1
  const cluster = await shared.cluster
  project.provide('adminUrl', cluster.adminUrl)
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    holder[key] = undefined
    await cluster.stop()
  }
}
