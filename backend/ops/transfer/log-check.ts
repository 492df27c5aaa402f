// Checks an exported log's lines against this program beyond the file's own checksums.
import { shopLog } from '#backend/domain/shop-log.ts'
import { eventDefinitionsOf } from '#backend/eventstore/definition/log-definition.ts'
import type { EventCodec } from '#backend/eventstore/log/codec.ts'
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { type LogLine, LogReader } from './log-reader.ts'

/** Checked lines: JSON texts, and the readable events. */
export type CheckedLines = { bodies: string[]; rows: StoredEvent[]; events: Decoded[] }
/** Stands for types unknown to this program; no type has this number. */
const unknownType = 0

export class LogCheck {
  readonly versions = new Map<string, number>()
  readonly unreadable = { count: 0, first: 0 }
  types: readonly string[] = []
  readonly #codec: EventCodec
  readonly #types: ReadonlyMap<string, number>
  readonly #reader = new LogReader('No se importó nada.')

  constructor(codec: EventCodec) {
    this.#codec = codec
    const names = eventDefinitionsOf(shopLog).map((definition) => definition.name)
    const numbers = codec.typeIds(names)
    this.#types = new Map(names.map((name, index) => [name, numbers[index] as number]))
  }

  get head(): number {
    return this.#reader.head
  }

  get position(): number {
    return this.#reader.position
  }

  async accept(lines: readonly string[]): Promise<CheckedLines> {
    const checked: CheckedLines = { bodies: [], rows: [], events: [] }
    const first = this.#reader.line + 1
    for (const line of lines) {
      const read = this.#reader.accept(line)
      if (read.kind === 'begin') this.types = read.types
      if (read.kind !== 'event') continue
      checked.bodies.push(read.body)
      checked.rows.push(this.#row(read.event))
    }
    checked.events = await this.#decode(checked.rows, Math.max(first, 2))
    return checked
  }

  /** Call after the last line; throws OpsFailure if the file was cut off. */
  finish(): void {
    this.#reader.finish()
  }

  #row({ pos, stream, version, type, schema, at, data, meta }: LogLine): StoredEvent {
    const typeId = this.#types.get(type) ?? unknownType
    const expected = (this.versions.get(stream) ?? 0) + 1
    if (version !== expected) throw this.#reader.refusal(`tiene la versión ${version} en lugar de ${expected}`)
    if (!this.types.includes(type))
      throw this.#reader.refusal(`tiene el tipo de evento ${type}, que el comienzo del archivo no nombra`)
    this.versions.set(stream, version)
    return { pos, stream_id: stream, version, type: typeId, schema_version: schema, data, meta, at: new Date(at) }
  }

  /** Imports unreadable events as they are; refuses only invalid JSON, which PostgreSQL could not store. */
  async #decode(rows: readonly StoredEvent[], first: number): Promise<Decoded[]> {
    for (const [index, { data, meta }] of rows.entries())
      if (!isJson(data) || !isJson(meta))
        throw this.#reader.refusal('el evento no se puede leer: no es JSON', first + index)
    const events = await this.#codec.decodeEach(rows, { unseal: false })
    for (const event of events)
      if (event instanceof Undecodable && this.unreadable.count++ === 0) this.unreadable.first = event.position
    return events
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
