// The shop's core on the database under test; all processes share the keys.
import { openCore } from '#backend/shop.ts'

export function openCoreUnderTest(databaseUrl: string) {
  return openCore({ databaseUrl, dataKey: Buffer.alloc(32, 6), sessionSecret: 't'.repeat(40) })
}
