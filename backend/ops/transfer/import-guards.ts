// Rebuilds the store's streams, guarded stock and id counters from an imported log.

import type pg from 'pg'
import { shopLog } from '#backend/domain/shop-log.ts'
import { guardedChangeOf } from '#backend/eventstore/definition/log-definition.ts'
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { streamName } from '#backend/eventstore/log/stream-id.ts'
import { OpsFailure } from '#backend/ops/cli/command.ts'
import { type ClaimingType, isClaiming } from '#backend/ops/inspect/claimed-values.ts'

export type ClaimingEvent = StoredEvent & { name: ClaimingType }

export class Guards {
  readonly stock = new Map<number, { total: number; taken: number }>()
  /** Events by which accounts claim an e-mail or a provider's account. */
  readonly claiming: ClaimingEvent[] = []
  readonly erased = new Set<number>()

  take(rows: readonly StoredEvent[], events: readonly Decoded[]): void {
    for (const [index, event] of events.entries()) {
      if (event instanceof Undecodable) continue
      const change = guardedChangeOf(shopLog, event)
      if (change) {
        const { total, taken } = this.stock.get(change.key) ?? { total: 0, taken: 0 }
        this.stock.set(change.key, { total: total + change.total, taken: taken + change.taken })
      }
      const row = rows[index]
      if (isClaiming(event.type) && row) this.claiming.push({ ...row, name: event.type })
      if (event.type === 'UserErased') this.erased.add((event.data as { userId: number }).userId)
    }
  }

  /** Throws if the log sells missing stock. */
  async write(client: pg.ClientBase, versions: ReadonlyMap<string, number>): Promise<void> {
    await client.query(
      `insert into es.streams (id, category, version)
       select stream_id, ('x' || left(stream_id::text, 4))::bit(16)::int, max(version) from es.events group by stream_id`,
    )
    const stock = [...this.stock].map(([key, guard]) => ({ key, ...guard }))
    const short = stock.find(({ total, taken }) => taken < 0 || taken > total)
    if (short)
      throw new OpsFailure(
        `El stock del producto ${short.key} no cierra: ${short.total} unidades, ${short.taken} apartadas. No se importó nada.`,
      )
    await client.query('insert into es.guards select * from json_populate_recordset(null::es.guards, $1)', [
      JSON.stringify(stock),
    ])
    for (const kind of shopLog.counters) {
      const last = lastId(kind, versions)
      if (last > 0) await client.query(`select setval('es.${kind}_id', $1)`, [last])
    }
  }
}

function lastId(kind: string, versions: ReadonlyMap<string, number>): number {
  let last = 0
  for (const uuid of versions.keys()) {
    const name = streamName(shopLog, uuid)
    if (name.startsWith(`${kind}-`)) last = Math.max(last, Number(name.slice(kind.length + 1)))
  }
  return last
}
