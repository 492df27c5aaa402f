// Translates between events in code and rows in the table: validates and seals, upcasts and unseals.

import type pg from 'pg'
import type { Queryable } from '#backend/db/transaction.ts'
import {
  type AnyEvent,
  type EventDefinition,
  lowered,
  misfitOf,
  publicSchema,
  sealedFieldsOf,
  shapeOf,
} from '#backend/eventstore/definition/event-definition.ts'
import { eventDefinitionsOf, type LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import { isSealed, readData, sealData } from './decoding/stored-data.ts'
import { type Decoded, Undecodable } from './decoding/undecodable.ts'
import type { EventMetadata, RecordedEvent, StoredEvent } from './event.ts'
import type { Keyring, SubjectKeys } from './keyring.ts'
import { categoryOf, type StreamName, streamName } from './stream-id.ts'

export type EncodedEvent = { type: number; schemaVersion: number; data: string; meta: string }

type DecodeOptions = {
  unseal: boolean
  names?: ReadonlyMap<string, StreamName>
  on?: Queryable
}

type OpenKeys = Pick<SubjectKeys, 'get'>
const noKeys: OpenKeys = new Map()

export class UnknownEventType extends Error {
  override readonly name = 'UnknownEventType'
}

export class WrongCategory extends Error {
  override readonly name = 'WrongCategory'
}

export class EventCodec {
  readonly #log: LogDefinition
  readonly #definitions: ReadonlyMap<string, EventDefinition>
  readonly #ids = new Map<string, number>()
  readonly #names = new Map<number, string>()
  readonly #keyring: Keyring

  constructor(log: LogDefinition, keyring: Keyring) {
    this.#log = log
    this.#definitions = new Map(eventDefinitionsOf(log).map((definition) => [definition.name, definition]))
    this.#keyring = keyring
  }

  /** Gives every defined event its number in es.event_types. Call once before use. */
  async register(pool: pg.Pool): Promise<void> {
    const known = await pool.query<{ id: number; name: string }>('select id, name from es.event_types')
    const names = new Set(known.rows.map((row) => row.name))
    const missing = [...this.#definitions.keys()].filter((name) => !names.has(name))
    if (missing.length > 0)
      await pool.query(
        'insert into es.event_types (name, frees_claims) select n, n = any($2) from unnest($1::text[]) n on conflict do nothing',
        [missing, Object.values(this.#log.categories).flatMap(({ freesClaims }) => freesClaims ?? [])],
      )
    const all = await pool.query<{ id: number; name: string }>('select id, name from es.event_types')
    for (const { id, name } of all.rows) {
      this.#ids.set(name, id)
      this.#names.set(id, name)
    }
  }

  typeIds(names: readonly string[]): number[] {
    return names.map((name) => this.#idOf(name))
  }

  allTypeIds(): number[] {
    return this.typeIds([...this.#definitions.keys()])
  }

  schemas(): { type: string; version: number; schema: Record<string, unknown> }[] {
    return [...this.#definitions.values()].map(({ name: type, version, shape }) => ({
      type,
      version,
      schema: publicSchema(shape),
    }))
  }

  typeName(id: number): string | undefined {
    return this.#names.get(id)
  }

  /** Validates strictly against today's schema. Throws for a bug: ZodError, UnknownEventType, or WrongCategory. */
  async encode(stream: StreamName, events: readonly AnyEvent[], meta: EventMetadata): Promise<EncodedEvent[]> {
    const category = categoryOf(this.#log, stream)
    const parsed = events.map((event) => {
      const definition = this.#definition(event.type)
      if (!Object.hasOwn(this.#log.categories[category]?.events ?? {}, event.type))
        throw new WrongCategory(`${stream} does not hold ${event.type}: it is no event of the category ${category}`)
      return writtenAs(definition, event.data)
    })
    const subjects = new Set<number>()
    for (const { sealedFields, data } of parsed)
      for (const subject of Object.values(sealedFields)) subjects.add(data[subject] as number)
    const keys = subjects.size === 0 ? noKeys : await this.#keyring.findOrCreate([...subjects])
    const metaText = JSON.stringify(meta)
    return parsed.map(({ name, version, sealedFields, data }) => ({
      type: this.#idOf(name),
      schemaVersion: version,
      data: JSON.stringify(sealData({ name, sealedFields }, data, keys)),
      meta: metaText,
    }))
  }

  /** Returns a decided event as later readers see it, without fields that the written version lacks. */
  asRead<Event extends AnyEvent>(event: Event): Event {
    const definition = this.#definitions.get(event.type)
    if (!definition || definition.writes === definition.version) return event
    const { data } = writtenAs(definition, event.data)
    return { ...event, data: readData(definition, definition.writes, data, noKeys) }
  }

  async decode(rows: readonly StoredEvent[], options: DecodeOptions): Promise<RecordedEvent[]> {
    const decoded = await this.decodeEach(rows, options)
    const refused = decoded.find((one) => one instanceof Undecodable)
    if (refused) throw refused
    return decoded as RecordedEvent[]
  }

  /**
   * Decodes each stored row by itself, in order; an unreadable one becomes an Undecodable. Opens sealed fields only
   * with `unseal`; otherwise, and for erased persons, they are null.
   */
  async decodeEach(rows: readonly StoredEvent[], { unseal, names, on }: DecodeOptions): Promise<Decoded[]> {
    const parsed = rows.map((row) => ({ row, data: JSON.parse(row.data) as Record<string, unknown> }))
    const keys = unseal
      ? await this.#keysOf(
          parsed.map(({ data }) => data),
          on,
        )
      : noKeys
    return parsed.map(({ row, data }) => {
      const stream = names?.get(row.stream_id)
      try {
        return this.#recorded(row, data, keys, stream)
      } catch (error) {
        return new Undecodable({ position: row.pos, stream: stream ?? streamName(this.#log, row.stream_id) }, error)
      }
    })
  }

  async #keysOf(stored: readonly Record<string, unknown>[], on?: Queryable): Promise<OpenKeys> {
    const subjects = new Set<number>()
    for (const data of stored)
      for (const value of Object.values(data ?? {})) if (isSealed(value)) subjects.add(value.of)
    return subjects.size === 0 ? noKeys : this.#keyring.findEach([...subjects], on)
  }

  #recorded(
    row: StoredEvent,
    stored: Record<string, unknown>,
    keys: OpenKeys,
    stream: StreamName | undefined,
  ): RecordedEvent {
    const type = this.#names.get(row.type)
    const definition = type === undefined ? undefined : this.#definitions.get(type)
    if (!definition) throw new Error(`event type ${type ?? row.type} is not known here`)
    if (row.schema_version < 1) throw new Error(`${type} has no version ${row.schema_version}`)
    if (row.schema_version > definition.version)
      throw new Error(`${type} is of version ${row.schema_version}, newer than this code`)
    const data = readData(definition, row.schema_version, stored, keys)
    const misfit = misfitOf(definition, data)
    if (misfit !== undefined) throw new Error(misfit)
    return decodedEvent(definition.name, data, row, () => stream ?? streamName(this.#log, row.stream_id))
  }

  #definition(name: string): EventDefinition {
    const definition = this.#definitions.get(name)
    if (!definition) throw new UnknownEventType(`event type ${name} is not defined`)
    return definition
  }

  #idOf(name: string): number {
    const id = this.#ids.get(name)
    if (id === undefined) throw new UnknownEventType(`event type ${name} is not registered`)
    return id
  }
}

function writtenAs(definition: EventDefinition, given: unknown) {
  const { name, schema, writes: version } = definition
  const newest = schema.parse(given) as Record<string, unknown>
  if (version === definition.version) return { name, version, sealedFields: definition.sealedFields, data: newest }
  const shape = shapeOf(definition, version)
  const data = shape.strict().parse(lowered(definition, newest))
  return { name, version, sealedFields: sealedFieldsOf(shape), data }
}

function decodedEvent(type: string, data: unknown, row: StoredEvent, streamOf: () => StreamName): RecordedEvent {
  return {
    ...{ type, data, position: row.pos, version: row.version, at: row.at },
    get stream() {
      return streamOf()
    },
    get meta() {
      return JSON.parse(row.meta) as EventMetadata
    },
  }
}
