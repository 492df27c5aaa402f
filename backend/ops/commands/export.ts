import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { defineCommand, OpsFailure, WrongUse } from '#backend/ops/cli/command.ts'
import { writeWhole } from '#backend/ops/cli/files.ts'
import { readNumber } from '#backend/ops/cli/values.ts'
import { keyTexts, logTexts } from '#backend/ops/transfer/export-log.ts'
import { Chain } from '#backend/ops/transfer/log-file.ts'

export const exportCommand = defineCommand({
  name: 'export',
  summary: 'Escribe el registro entero, byte por byte, en un archivo de líneas JSON (o - para la salida).',
  access: 'looks',
  operands: ['ARCHIVO|-'],
  options: {
    from: ['POSICIÓN', 'desde esa posición; solo un registro desde la primera se puede importar'],
    'with-keys': [
      'ARCHIVO',
      'aparte, las claves de las personas (envueltas con DATA_KEY) y las contraseñas cifradas, que no están en el registro',
    ],
  },
  async run(context, { operands: [path = ''], options }) {
    const keysPath = options['with-keys']
    if (keysPath === path) throw new WrongUse('Las claves van en otro archivo que el registro.')
    const head = await context.core.store.head()
    const from = options.from === undefined ? 1 : readNumber('--from', options.from, 1)
    if (from > head + 1) throw new OpsFailure(`El registro va por la posición ${head}: no hay una ${from}.`)
    const chain = new Chain()
    const texts = logTexts(context, chain, { from, head })
    if (path === '-') await pipeline(Readable.from(texts), context.stdout, { signal: context.signal, end: false })
    else await writeWhole(path, texts, context.signal)
    // Writes keys after the log: every event's key existed before the event.
    const keys = { keys: 0, credentials: 0 }
    if (keysPath !== undefined) await writeWhole(keysPath, keyTexts(context.ownerPool, keys), context.signal)
    const lines = [
      `Exportados ${head - from + 1} eventos (posiciones ${from} a ${head}), suma ${chain.last}.`,
      keysPath === undefined
        ? 'No contiene las claves de las personas ni sus contraseñas: con --with-keys ARCHIVO van en un archivo aparte.'
        : `En ${keysPath}: ${keys.keys} claves y ${keys.credentials} contraseñas cifradas. Solo sirven con el mismo DATA_KEY.`,
    ]
    const written = { path, from, head, events: head - from + 1, sum: chain.last, keysPath: keysPath ?? null }
    if (path !== '-') return context.tell(keysPath === undefined ? written : { ...written, ...keys }, ...lines)
    for (const line of lines) context.note(line)
    return true
  },
})
