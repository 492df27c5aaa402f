// The shop's core on the database under test; all processes share the keys.
import { type Core, openCore } from '#backend/shop.ts'

export const keysUnderTest = { dataKey: Buffer.alloc(32, 7), sessionSecret: 't'.repeat(40) }

export async function openCoreUnderTest(databaseUrl: string, opened?: AsyncDisposableStack): Promise<Core> {
  const core = await openCore({ databaseUrl, ...keysUnderTest })
  opened?.defer(() => core.close())
  return core
}
