// Splits a page of the log into each subscription's share and decodes events once for all.
import type pg from 'pg'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Lease } from './lease.ts'

export type Share = { lease: Lease; rows: readonly StoredEvent[] }

export function shareOf(lease: Lease, page: readonly StoredEvent[]): Share {
  return { lease, rows: page.filter((row) => row.pos > lease.position && lease.interest.concerns(row)) }
}

export async function decodeShares(
  { codec }: EventStore,
  client: pg.ClientBase,
  shares: readonly Share[],
): Promise<(share: Share) => Decoded[]> {
  const decode = async (some: readonly Share[], unseal: boolean) => {
    const rows = new Map(some.flatMap((share) => share.rows.map((row) => [row.pos, row])))
    const events = await codec.decodeEach([...rows.values()], { unseal, on: client })
    return new Map(events.map((event) => [event.position, event]))
  }
  const open = await decode(shares.filter(isPersonal), true)
  const sealed = await decode(
    shares.filter((share) => !isPersonal(share)),
    false,
  )
  return (share) => {
    const events = isPersonal(share) ? open : sealed
    return share.rows.map(({ pos }) => events.get(pos) as Decoded)
  }
}

function isPersonal({ lease: { subscription } }: Share): boolean {
  return subscription.kind === 'projection' && subscription.projection.personal
}
