// The whole log, read once from its beginning by one COPY, which costs a third of what fetching rows does.
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { storedColumns, storedTime } from '#backend/eventstore/log/decoding/stored-types.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'

/** microseconds: those of its time, six digits, of which `at` has the first three. */
export type CopiedEvent = StoredEvent & { microseconds: string }

/** Of a page, in characters, about: what is read of it is gone before it is old. */
const pageLength = 200_000
const newline = 10
/** How PostgreSQL is to write times, whatever it is used to. */
const timesInUtc = "set local datestyle = 'ISO'; set local timezone = 'UTC'"

/** All events in the order of their positions, in pages; client: in a transaction. No index is needed: the walk is the same without the key of the positions. */
export async function* copiedLog(client: pg.ClientBase): AsyncGenerator<CopiedEvent[], void, undefined> {
  await client.query(timesInUtc)
  const copy = client.query(to(`copy (select ${storedColumns} from es.events order by pos) to stdout`))
  let [page, length, rest]: [CopiedEvent[], number, Buffer] = [[], 0, Buffer.alloc(0)]
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    const received = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = received.lastIndexOf(newline) + 1
    rest = received.subarray(end)
    const text = received.toString('utf8', 0, end)
    length += text.length
    for (let from = 0; from < text.length; ) {
      const lineEnd = text.indexOf('\n', from)
      page.push(eventOf(text, from, lineEnd))
      from = lineEnd + 1
    }
    if (length < pageLength) continue
    yield page
    page = []
    length = 0
  }
  if (page.length > 0) yield page
}

/** Of '2026-11-21 07:49:54' and of '+00'. */
const [timeLength, zoneLength] = [19, 3]

/** A line of COPY's text format, of storedColumns. */
function eventOf(text: string, from: number, to: number): CopiedEvent {
  let at = from
  const next = () => {
    const begin = at
    const tab = text.indexOf('\t', begin)
    const end = tab < 0 || tab > to ? to : tab
    at = end + 1
    return text.slice(begin, end)
  }
  const [pos, stream_id, version, type] = [Number(next()), next(), Number(next()), Number(next())]
  const [schema_version, data, meta, time] = [Number(next()), unescaped(next()), unescaped(next()), next()]
  const microseconds = time.slice(timeLength + 1, -zoneLength).padEnd(6, '0')
  return { pos, stream_id, version, type, schema_version, data, meta, at: storedTime(time), microseconds }
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character) : text
}
