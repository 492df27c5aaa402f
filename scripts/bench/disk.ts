// G10: disk bytes per event, tables and indexes together, in our log and Emmett's.
import pg from 'pg'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import { added, meta } from './append.ts'
import type { Contest, Ground } from './ground.ts'
import { type Finding, tell } from './measure.ts'

const streams = 4000
const perStream = 5
const abreast = 64

export async function run(ground: Ground): Promise<Finding[]> {
  const contest = await ground.openContest()
  try {
    for (let first = 1; first <= streams; first += abreast)
      await Promise.all(
        Array.from({ length: Math.min(abreast, streams - first + 1) }, (_, index) => append(contest, first + index)),
      )
    await contest.peer.call('fill', streams, perStream, abreast)
    const shop = await bytesPerEvent(contest.core.databaseUrl, "nspname = 'es'", 'es.events')
    const emmett = await bytesPerEvent(contest.peerUrl, "nspname = 'public' and relname like 'emt_%'", 'emt_messages')
    const old = "nspname = 'es' and relname <> 'commands'"
    const later = await bytesPerEvent(contest.core.databaseUrl, old, 'es.events')
    const what = `${streams} streams of ${perStream} events, bytes an event with all tables and indexes`
    return [
      compared(what, shop, emmett),
      compared(`${what}, of a log older than the 30 days for which ids of commands are kept`, later, emmett),
    ]
  } finally {
    await contest.close()
  }
}

function compared(what: string, shop: number, emmett: number): Finding {
  const ratio = shop / emmett
  const figure = `shop ${shop.toFixed(0)}, Emmett ${emmett.toFixed(0)}, ratio ${ratio.toFixed(2)}`
  return tell({ goal: 'G10', what, figure, aim: '<= 0.7x Emmett', isReached: ratio <= 0.7 })
}

/** One event per append, as carts are filled. */
async function append({ core }: Contest, cart: number): Promise<void> {
  for (let version = 0; version < perStream; version++) {
    const events = [{ type: 'ItemAddedToCart' as const, data: added(cart) }]
    await core.store.append({
      commandId: newCommandId(),
      meta,
      writes: [{ stream: `cart-${cart}`, expected: version, events }],
    })
  }
}

async function bytesPerEvent(url: string, relations: string, events: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('vacuum')
    const { rows } = await client.query<{ bytes: string; events: string }>(
      `select sum(pg_total_relation_size(c.oid))::text as bytes, (select count(*) from ${events})::text as events
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where relkind = 'r' and ${relations}`,
    )
    const [row] = rows
    if (Number(row?.events) !== streams * perStream) throw new Error(`${row?.events} events in ${events}`)
    return Number(row?.bytes) / (streams * perStream)
  } finally {
    await client.end()
  }
}
