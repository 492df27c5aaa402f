// The format of an exported log: a JSON document per line, each with a link of a SHA-256 chain that locates damage.
import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { z } from 'zod'

export const logFormat = 'gamertech-log'
export const keysFormat = 'gamertech-keys'
/** 1 was written before the first release. */
export const formatVersion = 2

export const logHeader = z.strictObject({
  format: z.literal(logFormat),
  version: z.int(),
  source: z.string(),
  exportedAt: z.string(),
  from: z.int().positive(),
  head: z.int(),
  types: z.array(z.string()),
})
export const logLine = z.strictObject({
  pos: z.int().positive(),
  stream: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  version: z.int().positive(),
  type: z.string(),
  schema: z.int().positive(),
  at: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/),
  data: z.string(),
  meta: z.string(),
})
export const logEnd = z.strictObject({ end: z.literal(true), events: z.int() })

export const keysHeader = z.strictObject({ format: z.literal(keysFormat), version: z.literal(formatVersion) })
export const keyLine = z.union([
  z.strictObject({ subject: z.int(), wrappedKey: z.base64(), createdAt: z.string() }),
  z.strictObject({ userId: z.int(), passwordHash: z.string(), binding: z.hex(), changedAt: z.string() }),
])
export const keysEnd = z.strictObject({ end: z.literal(true), lines: z.int() })
export type KeyLine = z.infer<typeof keyLine>

const linkText = /,"sum":"([0-9a-f]{32})"\}$/
const linkLength = ',"sum":""}'.length + 32

/** Each link hashes the previous link and the line, so a changed, lost or moved line breaks the chain. */
export class Chain {
  #last = ''

  get last(): string {
    return this.#last
  }

  link(body: string): string {
    this.#last = hash('sha256', this.#last + body).slice(0, 32)
    return `${body.slice(0, -1)},"sum":"${this.#last}"}\n`
  }

  /** Returns a line's JSON text, or undefined if the line does not follow the previous one. */
  unlink(line: string): string | undefined {
    const sum = linkText.exec(line)?.[1]
    const body = `${line.slice(0, -linkLength)}}`
    if (sum === undefined || hash('sha256', this.#last + body).slice(0, 32) !== sum) return undefined
    this.#last = sum
    return body
  }
}

/** Splits UTF-8 into lines at line feeds only; yields many at a time. */
export async function* linesOf(input: Readable): AsyncGenerator<string[]> {
  input.setEncoding('utf8')
  let rest = ''
  for await (const chunk of input as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
  if (rest !== '') yield [rest]
}
