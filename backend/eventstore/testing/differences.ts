// For tests: all rows in which a read model differs from the log, of which there are few.
import { compareWithLog } from '#backend/eventstore/projections/compare-with-log.ts'
import type { Difference } from '#backend/eventstore/projections/differing-rows.ts'

export async function differencesOf(...compared: Parameters<typeof compareWithLog>): Promise<Difference[]> {
  const differences: Difference[] = []
  for await (const difference of compareWithLog(...compared)) differences.push(difference)
  return differences
}
