// ops verify: whether everything that is kept agrees with the log, and the log with itself.
import type pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import { defineCommand, exitCodes, type OpsContext } from '#backend/ops/cli/command.ts'
import { printable } from '#backend/ops/inspect/event-view.ts'
import type { Finding } from '#backend/ops/verify/finding.ts'
import { verifyEvents } from '#backend/ops/verify/verify-events.ts'
import { verifyLog } from '#backend/ops/verify/verify-log.ts'
import { verifyReadModels } from '#backend/ops/verify/verify-read-models.ts'

const shownPerCheck = 20

export const verifyCommand = defineCommand({
  name: 'verify',
  summary:
    'Comprueba el registro, cada evento, las guardas, las cuentas de cada orden y cada proyección, y nombra lo que no coincide.',
  operands: [],
  options: {},
  async run(context) {
    const look = async (client: pg.ClientBase) => [
      ...(await verifyLog(client, context.core.store.codec)),
      ...(await walkEvents(context, client)),
    ]
    // A shop that goes on selling meanwhile must not look wrong: all is read as of one moment.
    const found = await transaction(context.ownerPool, look, 'begin isolation level repeatable read read only')
    found.push(...(await verifyReadModels(context, (name) => context.print(`${name}: igual`))))
    context.emit(found)
    for (const line of shownLines(found)) context.print(printable(line))
    return found.length === 0 ? exitCodes.ok : exitCodes.differs
  },
})

async function walkEvents({ core, progress, signal }: OpsContext, client: pg.ClientBase): Promise<Finding[]> {
  const bar = progress('eventos', await core.store.head())
  const found = await verifyEvents(core, client, (position) => bar.at(position), signal)
  bar.end()
  return found
}

function shownLines(found: readonly Finding[]): string[] {
  const byCheck = Map.groupBy(found, (finding) => finding.check)
  const lines = [...byCheck.values()].flatMap((findings) => {
    const shown = findings.slice(0, shownPerCheck).map((finding) => finding.message)
    const rest = findings.length - shown.length
    return rest === 0 ? shown : [...shown, `... y ${rest} más de este tipo (todos con --json)`]
  })
  return [...lines, found.length === 0 ? 'Todo coincide con el registro de eventos.' : `${found.length} problemas.`]
}
