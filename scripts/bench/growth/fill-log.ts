// Fills a new log with a history, past every command.
import { withConnection } from '#backend/db/database.ts'
import { type ShopLog, shopLog } from '#backend/domain/shop-log.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { CategoryOf, EventIn } from '#backend/eventstore/definition/log-definition.ts'
import type { NewWrite } from '#backend/eventstore/log/event-store.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'
import { registerReactors } from '#backend/eventstore/subscriptions/subscription.ts'
import { reactorNames } from '#backend/policies/job-reactor.ts'
import type { Core } from '#backend/shop.ts'
import { meta } from '#scripts/bench/append.ts'

export type Happening = {
  [C in CategoryOf<ShopLog>]: { stream: StreamName<C>; event: EventIn<ShopLog, C> }
}[CategoryOf<ShopLog>]

const eventsPerEntry = 500
const farIds = 100_000_000

/** Returns the number of events. No id of theirs is given again, and their jobs count as done. */
export async function fillLog(core: Core, happened: Iterable<Happening>): Promise<number> {
  let events = 0
  const entry: Happening[] = []
  for (const happening of happened) {
    entry.push(happening)
    if (++events % eventsPerEntry === 0) await appendAll(core, entry.splice(0))
  }
  if (entry.length > 0) await appendAll(core, entry)
  await registerFollowed(core)
  await withConnection(core.databaseUrl, async (owner) => {
    for (const counter of shopLog.counters) {
      const sequence = `es.${counter}_id`
      await owner.query(`select setval('${sequence}', last_value + ${farIds}) from ${sequence}`)
    }
    await owner.query('vacuum analyze')
  })
  return events
}

export async function registerFollowed({ pool, store }: Core): Promise<void> {
  const reactors = reactorNames.map((name) => ({ name }))
  await registerReactors(pool, store, reactors)
}

async function appendAll({ store, keyring }: Core, happened: readonly Happening[]): Promise<void> {
  const writes = happened.map(({ stream, event }) => ({ stream, expected: null, events: [event] }) as NewWrite<ShopLog>)
  const claims = happened.flatMap(({ stream, event }) => {
    if (event.type !== 'UserRegistered') return []
    return [{ scope: 'email' as const, key: keyring.claimKey(event.data.email ?? ''), stream }]
  })
  await store.append({ commandId: newCommandId(), meta, writes, claims })
}
