// Whether an exported log can be taken in, line by line: nothing is believed that the file itself does not prove.

import type { z } from 'zod'
import { shopLog } from '#backend/domain/shop-log.ts'
import { eventDefinitionsOf } from '#backend/eventstore/definition/log-definition.ts'
import type { EventCodec } from '#backend/eventstore/log/codec.ts'
import type { RecordedEvent, StoredEvent } from '#backend/eventstore/log/event.ts'
import { OpsFailure } from '#backend/ops/cli/command.ts'
import { Chain, logEnd, logHeader, logLine } from './log-file.ts'

/** Checked lines: their texts as JSON objects, and the events they hold. */
export type CheckedLines = { bodies: string[]; rows: StoredEvent[]; events: RecordedEvent[] }

export class LogCheck {
  /** Position that the file says it ends with. */
  head = 0
  /** The last position read. */
  position = 0
  /** Stream -> its last version. */
  readonly versions = new Map<string, number>()
  readonly #codec: EventCodec
  /** Type -> its number here. */
  readonly #types: ReadonlyMap<string, number>
  readonly #chain = new Chain()
  #line = 0
  #ended = false

  constructor(codec: EventCodec) {
    this.#codec = codec
    const names = eventDefinitionsOf(shopLog).map((definition) => definition.name)
    const numbers = codec.typeIds(names)
    this.#types = new Map(names.map((name, index) => [name, numbers[index] as number]))
  }

  /** Checks the next lines; throws OpsFailure, which names the line. */
  async accept(lines: readonly string[]): Promise<CheckedLines> {
    const checked: CheckedLines = { bodies: [], rows: [], events: [] }
    const first = this.#line + 1
    for (const line of lines) {
      this.#line++
      const body = this.#ended ? undefined : this.#chain.unlink(line)
      if (body === undefined) throw this.#refusal('está dañada o no es la que sigue a la anterior')
      const isEvent = this.#line > 1 && !body.startsWith('{"end"')
      if (isEvent) {
        checked.bodies.push(body)
        checked.rows.push(this.#row(body))
      } else if (this.#line === 1) this.#begin(body)
      else this.#end(body)
    }
    checked.events = await this.#decode(checked.rows, Math.max(first, 2))
    return checked
  }

  /** After the last line; throws if the file was cut off. */
  finish(): void {
    if (!this.#ended)
      throw new OpsFailure(
        `El archivo está cortado: después de la línea ${this.#line} falta su cierre. No se importó nada.`,
      )
  }

  #begin(body: string): void {
    const { from, head, types } = this.#parse(
      logHeader,
      body,
      'no es el comienzo de un registro exportado en un formato conocido',
    )
    if (from !== 1) throw this.#refusal(`dice que el registro empieza en la posición ${from}: hace falta desde la 1`)
    const unknown = types.find((type) => !this.#types.has(type))
    if (unknown) throw this.#refusal(`nombra el tipo de evento ${unknown}, que este programa no conoce`)
    this.head = head
  }

  #row(body: string): StoredEvent {
    const { pos, stream, version, type, schema, at, data, meta } = this.#parse(logLine, body, 'no es un evento')
    const typeId = this.#types.get(type)
    const expected = (this.versions.get(stream) ?? 0) + 1
    if (pos !== this.position + 1) throw this.#refusal(`tiene la posición ${pos} en lugar de ${this.position + 1}`)
    if (version !== expected) throw this.#refusal(`tiene la versión ${version} en lugar de ${expected}`)
    if (typeId === undefined) throw this.#refusal(`tiene el tipo de evento ${type}, que este programa no conoce`)
    this.position = pos
    this.versions.set(stream, version)
    return { pos, stream_id: stream, version, type: typeId, schema_version: schema, data, meta, at: new Date(at) }
  }

  #end(body: string): void {
    const { events } = this.#parse(logEnd, body, 'no es el cierre de un registro')
    if (events !== this.position || this.head !== this.position)
      throw this.#refusal(`cierra ${events} eventos, pero el archivo tiene ${this.position} de ${this.head}`)
    this.#ended = true
  }

  async #decode(rows: readonly StoredEvent[], first: number): Promise<RecordedEvent[]> {
    try {
      return await this.#codec.decode(rows, { unseal: false })
    } catch (error) {
      for (const [index, row] of rows.entries())
        await this.#codec.decode([row], { unseal: false }).catch((cause: unknown) => {
          throw new OpsFailure(
            `Línea ${first + index}: el evento no se puede leer: ${cause instanceof Error ? cause.message : String(cause)}. No se importó nada.`,
          )
        })
      throw error
    }
  }

  #parse<S extends z.ZodType>(schema: S, body: string, reason: string): z.output<S> {
    try {
      return schema.parse(JSON.parse(body))
    } catch {
      throw this.#refusal(reason)
    }
  }

  #refusal(reason: string): OpsFailure {
    return new OpsFailure(`Línea ${this.#line}: ${reason}. No se importó nada.`)
  }
}
