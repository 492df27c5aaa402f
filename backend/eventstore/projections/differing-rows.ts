// Compares two sets of a projection's rows: equal if one version of the code folded both, unless damaged.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { tableOf } from './generation.ts'
import type { Projection, Row } from './projection.ts'

const maxTries = 40
const waitMs = 50

export type Difference = { key: string; live: Row | null; expected: Row | null }

export function differingRows({ primaryKey }: Projection, live: string, expected: string): string {
  const key = primaryKey.join(', ')
  return `select concat_ws(':', ${key}) as key, to_json(l) as live, to_json(e) as expected
    from ${live} l full join ${expected} e using (${key}) where l is distinct from e`
}

/**
 * Records after a cut-over how many kept rows differ from the live ones, so that more later mean damage. Skips
 * generations of two versions, or ones that never reach the same position.
 */
export async function noteDifference(client: pg.ClientBase, projection: Projection): Promise<void> {
  const { name } = projection
  for (let tries = 1; tries <= maxTries; tries++) {
    const { rows } = await client.query<{ live: number; kept: number; is_level: boolean }>(
      `select l.generation as live, k.generation as kept, l.pos = k.pos as is_level from es.subscriptions l join es.subscriptions k using (name, version)
       where name = $1 and l.state = 'live' and k.state = 'kept' and k.kept_until > now()`,
      [name],
    )
    const [pair] = rows
    if (!pair) return
    if (pair.is_level) {
      const tableIn = (generation: number) => tableOf({ name, generation })
      const differing = differingRows(projection, tableIn(pair.live), tableIn(pair.kept))
      // One statement sees one snapshot, so rows and positions match.
      const { rowCount } = await client.query(
        `with n as (select count(*) as rows from (${differing}) d)
         update es.subscriptions k set differing = n.rows from n, es.subscriptions l
         where k.generation = $1 and l.generation = $2 and k.pos = l.pos`,
        [pair.kept, pair.live],
      )
      if (rowCount === 1) return
    }
    await sleep(waitMs)
  }
}
