// Blanks an erased person's rows in all generations, since kept, paused or unfinished ones read no more of the log.
import type pg from 'pg'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import { notifyGenerations } from '#backend/eventstore/log/notifications.ts'
import { columnsOf, listGenerations, tableOf } from '#backend/eventstore/projections/generation.ts'
import { usersProjection } from './users.projection.ts'

const personalColumns = ['name', 'email', 'image_url'] as const

/** Requires that the key is destroyed: then a fold of the log leads to the same rows at any position. */
export async function blankUser(pool: pg.Pool, userId: number): Promise<void> {
  for (const table of (await listGenerations(pool, usersProjection.name)).map(tableOf)) {
    const known = await columnsOf(pool, table.slice('rm.'.length))
    const columns = personalColumns.filter((column) => known.has(column))
    // A dropped table has no columns, so there is nothing to blank.
    if (columns.length === 0) continue
    const blanks = columns.map((column) => `${column} = null`).join(', ')
    await pool.query(`update ${table} set ${blanks} where user_id = $1`, [userId]).catch((error: unknown) => {
      if (!hasErrorCode(error, pgErrors.undefinedTable)) throw error
    })
  }
  // A paused projection publishes nothing, so this call invalidates the caches.
  await notifyGenerations(pool, { changed: [usersProjection.name] })
}
