// Empties an erased person's row at once, and where nobody reads the log any more: in generations that are kept, paused or unfinished.
import type pg from 'pg'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import { notifyChanged } from '#backend/eventstore/log/notifications.ts'
import { columnsOf, listGenerations, tableOf } from '#backend/eventstore/projections/generation.ts'
import { usersProjection } from './users.projection.ts'

const personalColumns = ['name', 'email', 'image_url'] as const

/**
 * Makes every table of the read model show no name of this person. The key must be destroyed: then a fold of the log says the same,
 * whatever its position.
 */
export async function blankUser(pool: pg.Pool, userId: number): Promise<void> {
  for (const table of (await listGenerations(pool, usersProjection.name)).map(tableOf)) {
    const known = await columnsOf(pool, table.slice('rm.'.length))
    const columns = personalColumns.filter((column) => known.has(column))
    // A table that was dropped meanwhile has no columns, or is gone now: it shows nobody.
    if (columns.length === 0) continue
    const blanks = columns.map((column) => `${column} = null`).join(', ')
    await pool.query(`update ${table} set ${blanks} where user_id = $1`, [userId]).catch((error: unknown) => {
      if (!hasErrorCode(error, pgErrors.undefinedTable)) throw error
    })
  }
  // While the projection is paused nothing else says that what was kept of it is stale.
  await notifyChanged(pool, usersProjection.name)
}
