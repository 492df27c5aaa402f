// ops cause POSITION: what led to an event, and what it led to.
import type pg from 'pg'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { defineCommand, exitCodes, type OpsContext, OpsFailure } from '#backend/ops/cli/command.ts'
import { readNumber } from '#backend/ops/cli/values.ts'
import { causationLines, causationTree } from '#backend/ops/inspect/causation-tree.ts'
import { type EventView, printable, storedColumns, viewEvents } from '#backend/ops/inspect/event-view.ts'

export const causeCommand = defineCommand({
  name: 'cause',
  summary: 'Muestra el árbol de causas de un evento: la petición, sus comandos, sus eventos y lo que estos trajeron.',
  operands: ['POSICIÓN'],
  options: {
    unseal: { type: 'boolean', help: 'con --json abre los campos personales, que si no se ven como [personal]' },
  },
  async run(context, { operands: [typed = ''], options: { unseal } }) {
    const position = readNumber('POSICIÓN', typed, 1)
    const [asked, ...causes] = await chainTo(context, position)
    if (!asked) throw new OpsFailure(`El registro no tiene un evento ${position}.`)
    const events = await readFamily(context, [asked, ...causes], unseal)
    const tree = causationTree(events, await commandEnds(context.ownerPool, events))
    context.emit({ asked: position, correlation: asked.correlation, commands: tree })
    context.print(printable(`Correlación ${asked.correlation}`))
    for (const line of causationLines(tree, position)) context.print(printable(line))
    return exitCodes.ok
  },
})

/** The event and, from near to far, the events that led to it; each is found by its position. */
async function chainTo(context: OpsContext, position: number): Promise<EventView[]> {
  const chain: EventView[] = []
  for (let next: number | undefined = position; next !== undefined; ) {
    const text = `select ${storedColumns} from es.events where pos = $1`
    const { rows } = await context.ownerPool.query<StoredEvent>(text, [next])
    const [event] = await viewEvents(context.core, rows, { unseal: false })
    if (event) chain.push(event)
    next = event?.causation
  }
  return chain
}

/** Everything that shares a request with the chain: one look through the whole log, for an index would be paid by every append. */
async function readFamily(context: OpsContext, chain: readonly EventView[], unseal: boolean): Promise<EventView[]> {
  const { rows } = await context.ownerPool.query<StoredEvent>(
    `select ${storedColumns} from es.events where meta->>'correlation' = any($1) order by pos`,
    [[...new Set(chain.map((event) => event.correlation))]],
  )
  return viewEvents(context.core, rows, { unseal })
}

async function commandEnds(pool: pg.Pool, events: readonly EventView[]): Promise<Set<number>> {
  const { rows } = await pool.query<{ pos: number }>('select pos from es.commands where pos = any($1)', [
    events.map((event) => event.position),
  ])
  return new Set(rows.map((row) => row.pos))
}
