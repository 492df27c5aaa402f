// Reads an exported log line by line and trusts only content that the chain proves.
import type { z } from 'zod'
import { OpsFailure } from '#backend/ops/cli/command.ts'
import { Chain, formatVersion, logEnd, logHeader, logLine } from './log-file.ts'

export type LogLine = z.output<typeof logLine>
export type ReadLine =
  | { kind: 'begin'; types: readonly string[] }
  | { kind: 'event'; event: LogLine; body: string }
  | { kind: 'end' }

export class LogReader {
  head = 0
  position = 0
  line = 0
  #isEnded = false
  readonly #chain = new Chain()
  readonly #consequence: string

  /** `consequence` is a sentence appended to each refusal. */
  constructor(consequence?: string) {
    this.#consequence = consequence === undefined ? '' : ` ${consequence}`
  }

  /** Throws OpsFailure with the line number if the line is damaged or out of order. */
  accept(line: string): ReadLine {
    this.line++
    const body = this.#isEnded ? undefined : this.#chain.unlink(line)
    if (body === undefined) throw this.refusal('está dañada o no es la que sigue a la anterior')
    if (this.line === 1) return this.#begin(body)
    return body.startsWith('{"end"') ? this.#end(body) : this.#event(body)
  }

  finish(): void {
    if (this.#isEnded) return
    throw new OpsFailure(
      `El archivo está cortado: después de la línea ${this.line} falta su cierre.${this.#consequence}`,
    )
  }

  /** Makes the error about a line, by default the last one. */
  refusal(reason: string, line = this.line): OpsFailure {
    return new OpsFailure(`Línea ${line}: ${reason}.${this.#consequence}`)
  }

  #begin(body: string): ReadLine {
    const unknown = 'no es el comienzo de un registro exportado en un formato conocido'
    const { version, from, head, types } = this.#parse(logHeader, body, unknown)
    if (version !== formatVersion)
      throw this.refusal(
        `es de un registro en el formato ${version}, de otra versión de GamerTech, y esta lee solo el ${formatVersion}`,
      )
    if (from !== 1) throw this.refusal(`dice que el registro empieza en la posición ${from}: hace falta desde la 1`)
    this.head = head
    return { kind: 'begin', types }
  }

  #event(body: string): ReadLine {
    const event = this.#parse(logLine, body, 'no es un evento')
    const next = this.position + 1
    if (event.pos !== next) throw this.refusal(`tiene la posición ${event.pos} en lugar de ${next}`)
    this.position = next
    return { kind: 'event', event, body }
  }

  #end(body: string): ReadLine {
    const { events } = this.#parse(logEnd, body, 'no es el cierre de un registro')
    if (events !== this.position || this.head !== this.position)
      throw this.refusal(`cierra ${events} eventos, pero el archivo tiene ${this.position} de ${this.head}`)
    this.#isEnded = true
    return { kind: 'end' }
  }

  #parse<S extends z.ZodType>(schema: S, body: string, reason: string): z.output<S> {
    try {
      return schema.parse(JSON.parse(body))
    } catch {
      throw this.refusal(reason)
    }
  }
}
