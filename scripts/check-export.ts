// npm run check-export -- FILE|- [--expect-hash POSITION:HASH]: verifies an exported log, optionally against a noted
// hash. Needs no database.
import { parseArgs } from 'node:util'
import { exitCodes, OpsFailure, WrongUse } from '#backend/ops/cli/command.ts'
import { openInput } from '#backend/ops/cli/files.ts'
import { ifGiven, readNotedHash } from '#backend/ops/cli/values.ts'
import { checkExport } from '#backend/ops/transfer/export-check.ts'

const usage = 'Uso: npm run check-export -- ARCHIVO|- [--expect-hash POSICIÓN:SUMA]'

async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'expect-hash': { type: 'string' } },
  })
  const [path] = positionals
  if (path === undefined || positionals.length > 1) throw new WrongUse(usage)
  const noted = ifGiven(values['expect-hash'], (hash) => readNotedHash('--expect-hash', hash)) ?? null
  const { head, notedHash } = await checkExport(await openInput(process, path), noted)
  console.log(`Archivo: bien (${head.position} eventos)`)
  console.log(`Suma del registro: ${head.position}:${head.hash}`)
  if (!noted || notedHash === noted.hash) return exitCodes.ok
  console.log(
    notedHash === undefined
      ? `Se anotó una suma de la posición ${noted.position}, y el archivo termina en ${head.position}.`
      : `Hasta la posición ${noted.position} no es el registro que se anotó.`,
  )
  return exitCodes.differs
}

/** Undefined for an unexpected error. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof WrongUse || error instanceof OpsFailure) return error.message
  const isWrongArgument = error instanceof TypeError && 'code' in error
  return isWrongArgument && String(error.code).startsWith('ERR_PARSE_ARGS') ? usage : undefined
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const known = sentenceOf(error)
  if (known === undefined) throw error
  console.error(known)
  process.exitCode = known === usage || error instanceof WrongUse ? exitCodes.wrongUse : exitCodes.differs
}
