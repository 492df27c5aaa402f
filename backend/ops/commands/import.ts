import { defineCommand, type OpsContext, OpsFailure, WrongUse } from '#backend/ops/cli/command.ts'
import { openInput } from '#backend/ops/cli/files.ts'
import { importLog } from '#backend/ops/transfer/import-log.ts'
import { readKeyFile } from '#backend/ops/transfer/import-people.ts'
import { FileRefused } from '#backend/ops/transfer/log-reader.ts'

type Done = Awaited<ReturnType<typeof importLog>>

export const importCommand = defineCommand({
  name: 'import',
  summary: 'Lee un registro exportado (o - de la entrada) en una base de datos sin eventos: entero o nada.',
  access: 'fills',
  operands: ['ARCHIVO|-'],
  options: { 'with-keys': ['ARCHIVO', 'las claves y contraseñas que export escribió aparte'] },
  async run(context, { operands: [path = ''], options }) {
    const keysPath = options['with-keys']
    if (path === '-' && keysPath === '-') throw new WrongUse('La entrada es una sola: las claves van en un archivo.')
    const started = performance.now()
    const done = await importFiles(context, path, keysPath).catch((error: unknown) => {
      throw error instanceof FileRefused ? new OpsFailure(`${error.message} No se importó nada.`) : error
    })
    const seconds = Math.round((performance.now() - started) / 100) / 10
    return context.tell({ path, ...done, seconds }, ...closingLines(done, seconds, keysPath))
  },
})

async function importFiles(context: OpsContext, path: string, keysPath: string | undefined) {
  const keys = keysPath === undefined ? [] : await readKeyFile(await openInput(context, keysPath))
  return importLog(context, await openInput(context, path), keys)
}

function closingLines(done: Done, seconds: number, keysPath: string | undefined): string[] {
  const { events, streams, products, keys, claims, unclaimed, credentials, jobs, unreadable } = done
  return [
    `Importados ${events} eventos de ${streams} streams en ${seconds} s; ${products} productos con stock, ${claims} correos reservados, ${jobs} trabajos retomados.`,
    ...(keysPath === undefined
      ? ['Sin las claves, los datos personales no se pueden leer, y nadie puede entrar con su contraseña de antes.']
      : [`${keys} claves y ${credentials} contraseñas cifradas repuestas.`]),
    ...(unreadable.count > 0
      ? [
          `${unreadable.count} eventos que este programa no puede leer quedan como están (el primero, en la posición ${unreadable.first}).`,
        ]
      : []),
    ...(unclaimed > 0 ? [`${unclaimed} cuentas sin clave: su correo no queda reservado.`] : []),
    'Lo que sigue: npm run ops -- rebuild all, y npm run ops -- verify.',
  ]
}
