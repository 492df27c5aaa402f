// Reads an exported log and trusts only content that the chain proves.
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { OpsFailure } from '#backend/ops/cli/command.ts'
import { Chain, formatVersion, linesOf, logEnd, logHeader, logLine } from './log-file.ts'

type LogHeader = z.output<typeof logHeader>
export type LogLine = z.output<typeof logLine> & { body: string }

/** The file is damaged, cut off, or no exported one. */
export class FileRefused extends OpsFailure {}

export function lineRefused(line: number, reason: string): FileRefused {
  return new FileRefused(`Línea ${line}: ${reason}.`)
}

/** The header is line 1, the event of position n line n + 1. Throws FileRefused. */
export async function* readLog(input: Readable): AsyncGenerator<{ header: LogHeader; events: LogLine[] }> {
  const chain = new Chain()
  let header: LogHeader | undefined
  let [line, isEnded] = [0, false]
  for await (const texts of linesOf(input)) {
    const events: LogLine[] = []
    for (const text of texts) {
      const body = isEnded ? undefined : chain.unlink(text)
      if (body === undefined) throw lineRefused(line + 1, 'está dañada o no es la que sigue a la anterior')
      if (!header) header = headerIn(body)
      else if (body.startsWith('{"end"')) isEnded = isEnd(body, line - 1, header)
      else events.push(eventIn(body, line))
      line++
    }
    if (header) yield { header, events }
  }
  if (!isEnded) throw new FileRefused(`El archivo está cortado: después de la línea ${line} falta su cierre.`)
}

function headerIn(body: string): LogHeader {
  const header = parsed(logHeader, body, 1, 'no es el comienzo de un registro exportado en un formato conocido')
  const { version, from } = header
  if (version !== formatVersion)
    throw lineRefused(
      1,
      `es de un registro en el formato ${version}, de otra versión de GamerTech, y esta lee solo el ${formatVersion}`,
    )
  if (from !== 1) throw lineRefused(1, `dice que el registro empieza en la posición ${from}: hace falta desde la 1`)
  return header
}

function eventIn(body: string, position: number): LogLine {
  const event = parsed(logLine, body, position + 1, 'no es un evento')
  if (event.pos !== position) throw lineRefused(position + 1, `tiene la posición ${event.pos} en lugar de ${position}`)
  return { ...event, body }
}

function isEnd(body: string, position: number, { head }: LogHeader): true {
  const line = position + 2
  const { events } = parsed(logEnd, body, line, 'no es el cierre de un registro')
  if (events !== position || head !== position)
    throw lineRefused(line, `cierra ${events} eventos, pero el archivo tiene ${position} de ${head}`)
  return true
}

function parsed<S extends z.ZodType>(schema: S, body: string, line: number, reason: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(body))
  } catch {
    throw lineRefused(line, reason)
  }
}
