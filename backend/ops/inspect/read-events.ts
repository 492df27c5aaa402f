// Reads kinds of events: those that claim a unique value for an account, with their claims.
import type pg from 'pg'
import { storedColumns } from '#backend/audit/event-view.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { EventIn } from '#backend/eventstore/definition/log-definition.ts'
import { Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { RecordedEvent, StoredEvent } from '#backend/eventstore/log/event.ts'
import type { Claim } from '#backend/eventstore/log/event-store.ts'
import type { Core } from '#backend/shop.ts'

export const claimingTypes = ['UserRegistered', 'GoogleLinked'] as const
type ClaimingType = (typeof claimingTypes)[number]
export type ClaimingEvent = RecordedEvent<Named<ClaimingType>>

export function isClaiming(type: string): type is ClaimingType {
  return (claimingTypes as readonly string[]).includes(type)
}

/** The claim of an event's data in today's shape; null if the person's key is gone. */
export function claimIn(
  accounts: Core['accounts'],
  { type, data }: { type: ClaimingType; data: Readonly<Record<string, unknown>> },
): Claim<ShopLog> | null {
  const { userId, email, issuer, subject } = data as {
    userId: number
    email: string | null
    issuer: string
    subject: string | null
  }
  if (type === 'UserRegistered') return email === null ? null : accounts.claimOf(email, userId)
  return subject === null ? null : accounts.googleClaimOf({ issuer, subject }, userId)
}

/** Reads all events of some types, or those of `streams`, with personal fields opened. */
export function readTypes<Type extends EventIn<ShopLog>['type']>(
  { store }: Pick<Core, 'store'>,
  client: pg.ClientBase,
  names: readonly Type[],
  streams?: readonly string[],
) {
  const types = store.codec.typeIds(names)
  const [only, values] = streams ? [' and stream_id = any($2)', [types, streams]] : ['', [types]]
  const query = `select ${storedColumns} from es.events where type = any($1)${only}`
  return readEvents<Type>(store, client, query, { values, unseal: true })
}

type Named<Type extends string> = Extract<EventIn<ShopLog>, { type: Type }>

/** Names by numbers, also of types that this program does not know. */
export async function readTypeNames(on: Pick<pg.ClientBase, 'query'>): Promise<ReadonlyMap<number, string>> {
  const { rows } = await on.query<{ id: number; name: string }>('select id, name from es.event_types order by id')
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Reads events by a query of storedColumns; leaves out unreadable ones. */
export async function readEvents<Type extends EventIn<ShopLog>['type']>(
  { codec }: Core['store'],
  client: pg.ClientBase,
  query: string,
  { values = [], unseal = false }: { values?: unknown[]; unseal?: boolean } = {},
): Promise<RecordedEvent<Named<Type>>[]> {
  const { rows } = await client.query<StoredEvent>(query, values)
  const decoded = await codec.decodeEach(rows, { unseal, on: client })
  return decoded.filter((event) => !(event instanceof Undecodable)) as RecordedEvent<Named<Type>>[]
}
