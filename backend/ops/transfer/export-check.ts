// What an exported log proves by itself, without a database: that it is whole, and the hash by which verify knows the log it was written from.
import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { linkHash } from '#backend/eventstore/log/chain/chain-hash.ts'
import { OpsFailure } from '#backend/ops/cli/command.ts'
import type { NotedHash } from '#backend/ops/verify/verify-chain.ts'
import { Chain, linesOf, logEnd, logHeader, logLine } from './log-file.ts'

/** Events of a page of the chain, as es.extend_chain links them. */
const pageSize = 100

/** notedHash: what the file has at the position that was noted; undefined: it ends before. */
export type CheckedExport = { head: NotedHash; notedHash: string | undefined }

/** Reads an export to its end. Throws OpsFailure, which names the line, if it is damaged, cut off or does not begin with the first event. */
export async function checkExport(input: Readable, noted: NotedHash | null): Promise<CheckedExport> {
  const file = new ExportedLog(noted)
  for await (const lines of linesOf(input)) for (const line of lines) file.accept(line)
  return file.end()
}

class ExportedLog {
  readonly #noted: NotedHash | null
  readonly #chain = new Chain()
  #line = 0
  #position = 0
  #isEnded = false
  /** Of the log up to the last full page. */
  #link: Buffer = Buffer.alloc(0)
  /** Of the events since then. */
  #hashes: Buffer[] = []
  #notedHash: string | undefined

  constructor(noted: NotedHash | null) {
    this.#noted = noted
  }

  accept(line: string): void {
    this.#line++
    const body = this.#isEnded ? undefined : this.#chain.unlink(line)
    if (body === undefined) throw this.#refusal('está dañada o no es la que sigue a la anterior')
    if (this.#line === 1) this.#begin(body)
    else if (body.startsWith('{"end"')) this.#close(body)
    else this.#add(this.#parse(logLine, body, 'no es un evento'))
  }

  end(): CheckedExport {
    if (!this.#isEnded)
      throw new OpsFailure(`El archivo está cortado: después de la línea ${this.#line} falta su cierre.`)
    return { head: { position: this.#position, hash: this.#hash().toString('hex') }, notedHash: this.#notedHash }
  }

  #begin(body: string): void {
    const { from } = this.#parse(logHeader, body, 'no es el comienzo de un registro exportado en un formato conocido')
    if (from !== 1) throw this.#refusal(`dice que el registro empieza en la posición ${from}: hace falta desde la 1`)
  }

  #add(event: z.output<typeof logLine>): void {
    if (event.pos !== this.#position + 1)
      throw this.#refusal(`tiene la posición ${event.pos} en lugar de ${this.#position + 1}`)
    this.#position = event.pos
    this.#hashes.push(hash('sha256', eventText(event), 'buffer'))
    if (this.#noted?.position === event.pos) this.#notedHash = this.#hash().toString('hex')
    if (event.pos % pageSize !== 0) return
    this.#link = this.#hash()
    this.#hashes = []
  }

  #close(body: string): void {
    const { events } = this.#parse(logEnd, body, 'no es el cierre de un registro')
    if (events !== this.#position)
      throw this.#refusal(`cierra ${events} eventos, pero el archivo tiene ${this.#position}`)
    this.#isEnded = true
  }

  #hash(): Buffer {
    if (this.#hashes.length === 0) return this.#link
    return linkHash(this.#link, hash('sha256', Buffer.concat(this.#hashes), 'buffer'))
  }

  #parse<S extends z.ZodType>(schema: S, body: string, reason: string): z.output<S> {
    try {
      return schema.parse(JSON.parse(body))
    } catch {
      throw this.#refusal(reason)
    }
  }

  #refusal(reason: string): OpsFailure {
    return new OpsFailure(`Línea ${this.#line}: ${reason}.`)
  }
}

/** The text that es.event_text makes of the event. */
function eventText({ pos, stream, version, type, schema, at, data, meta }: z.output<typeof logLine>): string {
  const epoch = `${Math.floor(Date.parse(at) / 1000)}.${at.slice(20, 26)}`
  return `${pos} ${stream} ${version} ${type} ${schema} ${epoch} ${data}\n${meta}`
}
