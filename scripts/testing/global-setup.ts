// Creates one cluster per run and a migrated template, for projects that need PostgreSQL.
import type { TestProject } from 'vitest/node'
import { migrate } from '#backend/db/migrate.ts'
import { administer, databaseOf, startCluster, type TestCluster, templateName } from '#scripts/testing/cluster.ts'

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
    await administer(cluster.adminUrl, `create database ${templateName}`)
    await migrate(databaseOf(cluster.adminUrl, templateName))
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
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
