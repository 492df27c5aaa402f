import type pg from 'pg'
import { Rejection } from '#backend/domain/rejection.ts'
import type { PanelViews as Kept } from '#backend/domain/views/views.contract.ts'
import type { PanelView } from '#backend/domain/views/views.limits.ts'

export function panelViewsIn({ pool }: { pool: Pick<pg.Pool, 'query'> }) {
  return {
    async of(userId: number): Promise<Kept> {
      const { rows } = await pool.query<Kept>('select revision, views from auth.panel_views where user_id = $1', [
        userId,
      ])
      return rows[0] ?? { revision: 0, views: [] }
    },
    /** Replaces the list with revision `seen`. Throws Rejection views_changed if the revision has changed. */
    async keep(userId: number, seen: number, views: readonly PanelView[]): Promise<Kept> {
      const change =
        seen === 0
          ? `insert into auth.panel_views (user_id, revision, views) values ($1, $2 + 1, $3)
             on conflict do nothing returning revision, views`
          : `update auth.panel_views set revision = revision + 1, views = $3 where user_id = $1 and revision = $2
             returning revision, views`
      const { rows } = await pool.query<Kept>(change, [userId, seen, JSON.stringify(views)])
      if (!rows[0]) throw new Rejection('views_changed')
      return rows[0]
    },
  }
}
