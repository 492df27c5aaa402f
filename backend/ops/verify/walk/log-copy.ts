// Reads the whole log by one COPY, at a third of the cost of fetching rows.
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { storedColumns } from '#backend/eventstore/log/decoding/stored-types.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'

/** Characters, about: V8 frees so small a page while young. */
const pageLength = 200_000
/** Makes PostgreSQL write times in one format, whatever its settings. */
const timesInUtc = "set local datestyle = 'ISO'; set local timezone = 'UTC'"

/** Yields all events in order. `client` is in a transaction. Works without the primary key's index. */
export async function* copiedPages(client: pg.ClientBase): AsyncGenerator<CopiedEvent[], void, undefined> {
  await client.query(timesInUtc)
  const copy = client.query(to(`copy (select ${storedColumns} from es.events order by pos) to stdout`))
  let text = ''
  for await (const chunk of copy.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk
    if (text.length < pageLength) continue
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    yield lines.map((line) => new CopiedEvent(line))
  }
  if (text !== '')
    yield text
      .slice(0, -1)
      .split('\n')
      .map((line) => new CopiedEvent(line))
}

/** A line of COPY's text format with storedColumns. */
export class CopiedEvent implements StoredEvent {
  readonly pos: number
  readonly stream_id: string
  readonly version: number
  readonly type: number
  readonly schema_version: number
  readonly data: string
  readonly meta: string
  readonly #time: string

  constructor(line: string) {
    const [pos, stream = '', version, type, schema, data = '', meta = '', time = ''] = line.split('\t')
    this.pos = Number(pos)
    this.stream_id = stream
    this.version = Number(version)
    this.type = Number(type)
    this.schema_version = Number(schema)
    this.data = unescaped(data)
    this.meta = unescaped(meta)
    this.#time = time
  }

  get at(): Date {
    return new Date(this.#time)
  }

  /** The six decimals of '2026-11-21 07:49:54.123456+00', which may end in fewer. */
  get microseconds(): string {
    return this.#time.slice('2026-11-21 07:49:54.'.length, -'+00'.length).padEnd(6, '0')
  }
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character) : text
}
