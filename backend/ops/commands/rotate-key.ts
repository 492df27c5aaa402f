import { text } from 'node:stream/consumers'
import { defineCommand, OpsFailure, WrongUse } from '#backend/ops/cli/command.ts'
import { openInput } from '#backend/ops/cli/files.ts'
import { rotateDataKey } from '#backend/ops/transfer/rotate-key.ts'

/** Shop sessions log in by roles of their own; a command uses the owner's. */
const shops = `select from pg_stat_activity where datname = current_database() and usename like 'gamertech\\_%'`

export const rotateKeyCommand = defineCommand({
  name: 'rotate-key',
  summary:
    'Pasa los datos personales a otra DATA_KEY, la del archivo. Con la tienda detenida; cortada, se repite y sigue.',
  access: 'changes',
  operands: ['ARCHIVO'],
  async run(context, { operands: [file = ''] }) {
    const { core, ownerPool, signal, tell } = context
    const newKey = Buffer.from((await text(await openInput(context, file))).trim(), 'base64')
    if (newKey.length !== 32) throw new WrongUse(`${file} debe tener 32 bytes en base64: openssl rand -base64 32.`)
    const { rowCount } = await ownerPool.query(shops)
    if (rowCount) throw new OpsFailure('Hay una tienda en marcha sobre esta base de datos: detené antes sus procesos.')
    const done = await rotateDataKey({ core, ownerPool }, newKey, () => {
      if (signal.aborted) throw new OpsFailure('Cortado: con la misma clave nueva sigue donde quedó.')
    })
    return tell(
      done,
      `Claves pasadas: ${done.keys}; correos y cuentas reservados: ${done.claims}.`,
      'Poné la clave nueva en DATA_KEY (o en DATA_DIR/data.key), arrancá la tienda y pasá npm run ops -- verify.',
    )
  },
})
