// Compares kept rows with the live ones: equal if one version of the code folded both to the same event, unless
// damaged.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Generation, tableOf } from './generation.ts'
import type { Projection } from './projection.ts'

const maxTries = 40
const waitMs = 50

export function differingKeys(
  { name, primaryKey, columns }: Projection,
  [one, other]: readonly [Generation['generation'], Generation['generation']],
): string {
  const differs = Object.entries(columns).map(([column, type]) => {
    const text = /^json\b/.test(type) ? '::text' : ''
    return `a.${column}${text} is distinct from b.${column}${text}`
  })
  return `select concat_ws(':', ${primaryKey.join(', ')}) as key
    from ${tableOf({ name, generation: one })} a full join ${tableOf({ name, generation: other })} b using (${primaryKey.join(', ')})
    where ${differs.join(' or ')}`
}

/**
 * Records after a cut-over how many kept rows differ from the live ones, so that more later mean damage. Skips
 * generations of two versions, or ones that never reach the same position.
 */
export async function noteDifference(client: pg.ClientBase, projection: Projection): Promise<void> {
  for (let tries = 1; tries <= maxTries; tries++) {
    const { rows } = await client.query<{ live: number; kept: number; is_level: boolean }>(
      `select l.generation as live, k.generation as kept, l.pos = k.pos as is_level from es.subscriptions l join es.subscriptions k using (name, version)
       where name = $1 and l.state = 'live' and k.state = 'kept' and k.kept_until > now()`,
      [projection.name],
    )
    const [pair] = rows
    if (!pair) return
    if (pair.is_level) {
      // One statement sees one snapshot, so rows and positions match.
      const { rowCount } = await client.query(
        `with n as (select count(*) as rows from (${differingKeys(projection, [pair.live, pair.kept])}) d)
         update es.subscriptions k set differing = n.rows from n, es.subscriptions l
         where k.generation = $1 and l.generation = $2 and k.pos = l.pos`,
        [pair.kept, pair.live],
      )
      if (rowCount === 1) return
    }
    await sleep(waitMs)
  }
}
