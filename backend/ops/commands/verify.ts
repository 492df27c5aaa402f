// ops verify: whether everything that is kept agrees with the log, and the log with itself.
import type pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import { defineCommand, exitCodes, type OpsContext } from '#backend/ops/cli/command.ts'
import { printable } from '#backend/ops/inspect/event-view.ts'
import type { Check, Finding } from '#backend/ops/verify/finding.ts'
import { verifyEvents } from '#backend/ops/verify/verify-events.ts'
import { verifyLog } from '#backend/ops/verify/verify-log.ts'
import { verifyReadModels } from '#backend/ops/verify/verify-read-models.ts'

const shownPerCheck = 20

export const verifyCommand = defineCommand({
  name: 'verify',
  summary:
    'Comprueba el registro, cada evento, las guardas, las cuentas de cada orden y cada proyección, y nombra lo que no coincide.',
  access: 'looks',
  operands: [],
  options: {},
  async run(context) {
    const look = async (client: pg.ClientBase) => [
      ...(await verifyLog(client, context.core.store.codec)),
      ...(await walkEvents(context, client)),
    ]
    // A shop that goes on selling meanwhile must not look wrong: all is read as of one moment.
    const found = await transaction(context.ownerPool, look, 'begin isolation level repeatable read read only')
    const tell = (name: string, findings: readonly Finding[]) => {
      for (const line of checkLines(name, findings)) context.print(printable(line))
    }
    const byCheck = Map.groupBy(found, (finding) => finding.check)
    for (const [check, name] of Object.entries(checkNames)) tell(name, byCheck.get(check as Check) ?? [])
    found.push(...(await verifyReadModels(context, tell)))
    context.emit(found)
    context.print(found.length === 0 ? 'Todo coincide con el registro de eventos.' : `${found.length} problemas.`)
    return found.length === 0 ? exitCodes.ok : exitCodes.differs
  },
})

/** What each check is called; read models are called by their own names. */
const checkNames: Record<Exclude<Check, 'read-models'>, string> = {
  positions: 'posiciones',
  versions: 'versiones',
  events: 'eventos',
  stock: 'stock',
  keys: 'claves',
  claims: 'correos',
  counters: 'contadores',
  erased: 'cuentas borradas',
  orders: 'unidades de las órdenes',
  money: 'pagos de las órdenes',
  checkpoints: 'avance',
  'dead-letters': 'eventos sin aplicar',
}

async function walkEvents({ core, progress, signal }: OpsContext, client: pg.ClientBase): Promise<Finding[]> {
  const bar = progress('eventos', await core.store.head())
  const found = await verifyEvents(core, client, (position) => bar.at(position), signal)
  bar.end()
  return found
}

/** What a check found, and its verdict. */
function checkLines(name: string, findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [`${name}: bien`]
  const shown = findings.slice(0, shownPerCheck).map((finding) => finding.message)
  const rest = findings.length - shown.length
  const more = rest === 0 ? [] : [`... y ${rest} más de este tipo (todos con --json)`]
  return [...shown, ...more, `${name}: ${findings.length} ${findings.length === 1 ? 'problema' : 'problemas'}`]
}
