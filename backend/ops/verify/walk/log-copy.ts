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
      page.push(eventOf(text.slice(from, lineEnd)))
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
function eventOf(line: string): CopiedEvent {
  const [pos, streamId = '', version, type, schemaVersion, data = '', meta = '', at = ''] = line.split('\t')
  return {
    pos: Number(pos),
    stream_id: streamId,
    version: Number(version),
    type: Number(type),
    schema_version: Number(schemaVersion),
    data: unescaped(data),
    meta: unescaped(meta),
    at: storedTime(at),
    microseconds: at.slice(timeLength + 1, -zoneLength).padEnd(6, '0'),
  }
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character) : text
}
