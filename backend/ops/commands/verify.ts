// ops verify: whether everything that is kept agrees with the log, and the log with itself.
import type pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import { defineCommand, exitCodes, type OpsContext, WrongUse } from '#backend/ops/cli/command.ts'
import { printable } from '#backend/ops/inspect/event-view.ts'
import { type Check, mostNamed, Tally } from '#backend/ops/verify/finding.ts'
import { atOneMoment, checked } from '#backend/ops/verify/one-moment.ts'
import { verifySchema } from '#backend/ops/verify/schema/verify-schema.ts'
import { verifyAccounts, verifyClaims, verifyErased } from '#backend/ops/verify/verify-accounts.ts'
import { type ChainVerdict, type NotedHash, verifyChain } from '#backend/ops/verify/verify-chain.ts'
import { verifyEvents } from '#backend/ops/verify/verify-events.ts'
import { verifyReadModels } from '#backend/ops/verify/verify-read-models.ts'
import { verifyCounters, verifyStock } from '#backend/ops/verify/verify-stock.ts'
import { verifyCommands, verifyStreams } from '#backend/ops/verify/verify-streams.ts'
import { verifyCheckpoints, verifyKeptRows } from '#backend/ops/verify/verify-subscriptions.ts'

const shownPerCheck = 20

export const verifyCommand = defineCommand({
  name: 'verify',
  summary:
    'Comprueba el registro y su cadena, cada evento, las guardas, las cuentas de cada orden, el esquema y cada proyección, y nombra lo que no coincide.',
  access: 'looks',
  operands: [],
  options: {
    'expect-hash': {
      type: 'string',
      value: 'POSICIÓN:SUMA',
      help: 'la suma del registro que se anotó antes: hasta esa posición nada cambió',
    },
  },
  async run(context, { options }) {
    const looked = await lookAtLog(context, readNoted(options['expect-hash']))
    const tell = (name: string, tally: Tally, of: string) => {
      for (const line of checkLines(name, tally, of)) context.print(printable(line))
    }
    const wrong = new Set<string>()
    const tallies = [...looked.tallies]
    for (const check of Object.keys(checkNames) as CheckOfLog[])
      tell(checkNames[check].name, sumOf(check, tallies), checkNames[check].of)
    const rows = await verifyReadModels(context, (name, tally) => {
      if (tally.faults > 0) wrong.add(name)
      tell(name, tally, 'filas')
    })
    const kept = await lookAtKeptRows(context, wrong)
    tell('filas de antes', sumOf('kept-rows', kept), 'filas')
    tallies.push(...rows, ...kept)
    const faults = tallies.reduce((sum, tally) => sum + tally.faults, 0)
    for (const line of limitLines(looked)) context.print(line)
    context.emit({ findings: tallies.flatMap(({ found }) => found), faults, ...looked.chain })
    context.print(faults === 0 ? 'Todo coincide con el registro de eventos.' : `${faults} problemas.`)
    return faults === 0 ? exitCodes.ok : exitCodes.differs
  },
})

type Looked = { tallies: readonly Tally[]; chain: Pick<ChainVerdict, 'head' | 'linked'>; skippedSchema: string | null }

/** Two connections: on one all events are read, on the other the database answers what it can by itself. */
async function lookAtLog(context: OpsContext, noted: NotedHash | null): Promise<Looked> {
  const { core, ownerPool, progress, signal } = context
  let chain: Looked['chain'] = { head: { position: 0, hash: '' }, linked: 0 }
  let skippedSchema: string | null = null
  const bar = progress('eventos', await core.store.head())
  const [read, asked] = await atOneMoment<[readonly Tally[], readonly Tally[]]>(ownerPool, [
    (client) => verifyEvents(core, ownerPool, client, { progress: (position) => bar.at(position), signal }),
    async (client) => {
      const { codec } = core.store
      const schema = async () => {
        const { tally, skipped } = await verifySchema(client)
        skippedSchema = skipped
        return [tally]
      }
      const links = async () => {
        const { tally, ...verdict } = await verifyChain(client, noted, signal)
        chain = verdict
        return [tally]
      }
      return [
        ...(await checked(client, 'schema', schema)),
        ...(await checked(client, 'versions', () => verifyStreams(client))),
        ...(await checked(client, 'commands', () => verifyCommands(client))),
        ...(await checked(client, 'stock', () => verifyStock(client, codec))),
        ...(await checked(client, 'claims', () => verifyClaims(client))),
        ...(await checked(client, 'accounts', () => verifyAccounts(client))),
        ...(await checked(client, 'erased', () => verifyErased(client))),
        ...(await checked(client, 'counters', () => verifyCounters(client))),
        ...(await checked(client, 'checkpoints', () => verifyCheckpoints(client))),
        ...(await checked(client, 'chain', links)),
      ]
    },
  ])
  bar.end()
  return { tallies: [...read, ...asked], chain, skippedSchema }
}

function readNoted(text: string | undefined): NotedHash | null {
  if (text === undefined) return null
  const [, position, hash = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (position === undefined)
    throw new WrongUse(`--expect-hash no admite «${text}»: se espera lo que verify dijo, como 4514:9f86d0….`)
  return { position: Number(position), hash }
}

function lookAtKeptRows({ ownerPool }: OpsContext, wrong: ReadonlySet<string>): Promise<readonly Tally[]> {
  const look = (client: pg.ClientBase) => checked(client, 'kept-rows', () => verifyKeptRows(client, wrong))
  return transaction(ownerPool, look, 'begin isolation level repeatable read read only')
}

type CheckOfLog = Exclude<Check, 'read-models' | 'kept-rows'>
/** What each check is called and what it counts; read models are called by their own names. */
const checkNames: Record<CheckOfLog, { name: string; of: string }> = {
  schema: { name: 'esquema', of: 'objetos de la base' },
  positions: { name: 'posiciones', of: 'eventos' },
  versions: { name: 'versiones', of: 'streams' },
  events: { name: 'eventos', of: 'eventos' },
  chain: { name: 'cadena', of: 'eventos encadenados' },
  commands: { name: 'comandos', of: 'ids' },
  stock: { name: 'stock', of: 'productos' },
  keys: { name: 'claves', of: 'cuentas' },
  claims: { name: 'correos', of: 'reservados' },
  accounts: { name: 'cuentas', of: 'cuentas' },
  counters: { name: 'contadores', of: 'contadores' },
  erased: { name: 'cuentas borradas', of: 'cuentas' },
  orders: { name: 'unidades de las órdenes', of: 'órdenes' },
  money: { name: 'pagos de las órdenes', of: 'órdenes' },
  checkpoints: { name: 'avance', of: 'proyecciones y reactores' },
  'dead-letters': { name: 'eventos sin aplicar', of: 'apartados' },
}

function sumOf(check: Check, tallies: readonly Tally[]): Tally {
  const sum = new Tally(check)
  for (const tally of tallies.filter((one) => one.check === check)) {
    sum.looked += tally.looked
    sum.faults += tally.faults
    sum.found.push(...tally.found)
  }
  return sum
}

/** What a check found, and its verdict. */
function checkLines(name: string, { found, faults, looked }: Tally, of: string): string[] {
  const verdict = faults === 0 ? 'bien' : `${faults} ${faults === 1 ? 'problema' : 'problemas'}`
  const shown = found.slice(0, shownPerCheck).map((finding) => finding.message)
  const rest = faults - shown.length
  const more = rest === 0 ? [] : [`... y ${rest} más de este tipo (los primeros ${mostNamed} con --json)`]
  return [...shown, ...more, `${name}: ${verdict} (${looked} ${of})`]
}

/** What this look cannot know, and what to note so that the next one knows more. */
function limitLines({ chain: { head, linked }, skippedSchema }: Looked): string[] {
  const schema = `El esquema no se comparó: lo hizo una versión posterior (${skippedSchema}).`
  return [
    ...(skippedSchema === null ? [] : [schema]),
    `La cadena llega hasta la posición ${linked} de ${head.position}: de los eventos que siguen, un cambio que no se contradiga no se nota.`,
    `Suma del registro: ${head.position}:${head.hash}`,
    'Anotala fuera de esta base: quien cambie el registro y su cadena a la vez solo se nota con verify --expect-hash.',
  ]
}
