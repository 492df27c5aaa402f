// ops export FILE: writes the whole log as stored, for a backup or another database.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { defineCommand, exitCodes, type OpsContext, OpsFailure, WrongUse } from '#backend/ops/cli/command.ts'
import { writeWhole } from '#backend/ops/cli/output-file.ts'
import { readNumber } from '#backend/ops/cli/values.ts'
import { logTexts } from '#backend/ops/transfer/export-log.ts'
import { keyTexts } from '#backend/ops/transfer/export-people.ts'
import { Chain } from '#backend/ops/transfer/log-file.ts'

export const exportCommand = defineCommand({
  name: 'export',
  summary: 'Escribe el registro entero, byte por byte, en un archivo de líneas JSON (o - para la salida).',
  access: 'looks',
  operands: ['ARCHIVO|-'],
  options: {
    from: {
      type: 'string',
      value: 'POSICIÓN',
      help: 'desde esa posición; solo un registro desde la primera se puede importar',
    },
    'with-keys': {
      type: 'string',
      value: 'ARCHIVO',
      help: 'aparte, las claves de las personas (envueltas con DATA_KEY) y las contraseñas cifradas, que no están en el registro',
    },
  },
  async run(context, { operands: [path = ''], options }) {
    const keysPath = options['with-keys']
    if (keysPath === path) throw new WrongUse('Las claves van en otro archivo que el registro.')
    const head = await context.core.store.head()
    const from = options.from === undefined ? 1 : readNumber('--from', options.from, 1)
    if (from > head + 1) throw new OpsFailure(`El registro va por la posición ${head}: no hay una ${from}.`)
    const bar = context.progress('exportación', head - from + 1)
    const chain = new Chain()
    const texts = logTexts(context, chain, { from, head }, bar)
    if (path === '-') await pipeline(Readable.from(texts), context.stdout, { signal: context.signal, end: false })
    else await writeWhole(path, texts, context.signal)
    bar.end()
    // Writes keys after the log: every event's key existed before the event.
    const keys = keysPath === undefined ? null : await writeKeys(context, keysPath)
    tell(context, { path, from, head, sum: chain.last, keysPath, keys })
    return exitCodes.ok
  },
})

async function writeKeys(context: OpsContext, path: string): Promise<{ keys: number; credentials: number }> {
  const count = { keys: 0, credentials: 0 }
  await writeWhole(path, keyTexts(context.ownerPool, count), context.signal)
  return count
}

type Written = {
  path: string
  from: number
  head: number
  sum: string
  keysPath: string | undefined
  keys: { keys: number; credentials: number } | null
}

/** The log takes the standard output for `-`, so the report goes to stderr. */
function tell(context: OpsContext, { path, from, head, sum, keysPath, keys }: Written): void {
  const say = path === '-' ? context.note : context.print
  if (path !== '-')
    context.emit({ path, from, head, events: head - from + 1, sum, keysPath: keysPath ?? null, ...keys })
  say(`Exportados ${head - from + 1} eventos (posiciones ${from} a ${head}), suma ${sum}.`)
  if (keys)
    say(
      `En ${keysPath}: ${keys.keys} claves y ${keys.credentials} contraseñas cifradas. Solo sirven con el mismo DATA_KEY.`,
    )
  else
    say('No contiene las claves de las personas ni sus contraseñas: con --with-keys ARCHIVO van en un archivo aparte.')
}
