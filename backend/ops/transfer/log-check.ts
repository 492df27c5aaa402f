// Whether an exported log can be taken in here: what each line must be beside what the file proves by itself.
import { shopLog } from '#backend/domain/shop-log.ts'
import { eventDefinitionsOf } from '#backend/eventstore/definition/log-definition.ts'
import type { EventCodec } from '#backend/eventstore/log/codec.ts'
import type { RecordedEvent, StoredEvent } from '#backend/eventstore/log/event.ts'
import { type LogLine, LogReader } from './log-reader.ts'

/** Checked lines: their texts as JSON objects, and the events they hold. */
export type CheckedLines = { bodies: string[]; rows: StoredEvent[]; events: RecordedEvent[] }

export class LogCheck {
  /** Stream -> its last version. */
  readonly versions = new Map<string, number>()
  readonly #codec: EventCodec
  /** Type -> its number here. */
  readonly #types: ReadonlyMap<string, number>
  readonly #reader = new LogReader('No se importó nada.')

  constructor(codec: EventCodec) {
    this.#codec = codec
    const names = eventDefinitionsOf(shopLog).map((definition) => definition.name)
    const numbers = codec.typeIds(names)
    this.#types = new Map(names.map((name, index) => [name, numbers[index] as number]))
  }

  /** Position that the file says it ends with. */
  get head(): number {
    return this.#reader.head
  }

  /** The last position read. */
  get position(): number {
    return this.#reader.position
  }

  /** Checks the next lines; throws OpsFailure, which names the line. */
  async accept(lines: readonly string[]): Promise<CheckedLines> {
    const checked: CheckedLines = { bodies: [], rows: [], events: [] }
    const first = this.#reader.line + 1
    for (const line of lines) {
      const read = this.#reader.accept(line)
      if (read.kind === 'begin') this.#checkTypes(read.types)
      if (read.kind !== 'event') continue
      checked.bodies.push(read.body)
      checked.rows.push(this.#row(read.event))
    }
    checked.events = await this.#decode(checked.rows, Math.max(first, 2))
    return checked
  }

  /** After the last line; throws OpsFailure if the file was cut off. */
  finish(): void {
    this.#reader.finish()
  }

  #checkTypes(types: readonly string[]): void {
    const unknown = types.find((type) => !this.#types.has(type))
    if (unknown) throw this.#reader.refusal(`nombra el tipo de evento ${unknown}, que este programa no conoce`)
  }

  #row({ pos, stream, version, type, schema, at, data, meta }: LogLine): StoredEvent {
    const typeId = this.#types.get(type)
    const expected = (this.versions.get(stream) ?? 0) + 1
    if (version !== expected) throw this.#reader.refusal(`tiene la versión ${version} en lugar de ${expected}`)
    if (typeId === undefined) throw this.#reader.refusal(`tiene el tipo de evento ${type}, que este programa no conoce`)
    this.versions.set(stream, version)
    return { pos, stream_id: stream, version, type: typeId, schema_version: schema, data, meta, at: new Date(at) }
  }

  async #decode(rows: readonly StoredEvent[], first: number): Promise<RecordedEvent[]> {
    try {
      return await this.#codec.decode(rows, { unseal: false })
    } catch (error) {
      for (const [index, row] of rows.entries())
        await this.#codec.decode([row], { unseal: false }).catch((cause: unknown) => {
          const reason = cause instanceof Error ? cause.message : String(cause)
          throw this.#reader.refusal(`el evento no se puede leer: ${reason}`, first + index)
        })
      throw error
    }
  }
}
