import { setTimeout as sleep } from 'node:timers/promises'
import { type EventFilter, findLast, readFitting, streamExists } from '#backend/audit/event-query.ts'
import { viewEvents } from '#backend/audit/event-view.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { defineCommand, type OpsContext, OpsFailure } from '#backend/ops/cli/command.ts'
import { ifGiven, readNumber, readStream, readTime, readTypes } from '#backend/ops/cli/values.ts'
import { eventHeads, eventLine } from '#backend/ops/inspect/event-line.ts'

const shownByDefault = 20
const pollMs = 250

export const eventsCommand = defineCommand({
  name: 'events',
  summary:
    'Muestra eventos del registro, uno por línea: los últimos, los que siguen a una posición o los que van llegando.',
  access: 'looks',
  options: {
    stream: ['STREAM', 'solo los de un stream, como order-9'],
    type: ['TIPO[,TIPO]', 'solo los de estos tipos'],
    actor: ['ACTOR', 'solo los que causó, como user:7, job:expire-order, operator'],
    correlation: ['ID', 'solo los de una petición y lo que trajo consigo'],
    since: ['HORA', 'desde esa hora: 2026-08-21T10:30 (local, o con su zona) o 90m, 2h, 3d atrás'],
    until: ['HORA', 'hasta antes de esa hora'],
    after: ['POSICIÓN', 'los que siguen a la posición, en lugar de los últimos'],
    limit: ['N', `cuántos (${shownByDefault}); 0: todos`],
    tail: 'sigue mostrando los que llegan, hasta Ctrl-C',
    unseal: 'abre los campos personales, que si no se ven como [personal]',
  },
  async run(context, { options }) {
    const { codec } = context.core.store
    const filter: EventFilter = {
      stream: ifGiven(options.stream, readStream),
      types: ifGiven(options.type, (types) => codec.typeIds(readTypes(types))),
      actor: options.actor,
      correlation: options.correlation,
      since: ifGiven(options.since, (time) => readTime('--since', time)),
      until: ifGiven(options.until, (time) => readTime('--until', time)),
    }
    const limit = ifGiven(options.limit, (count) => readNumber('--limit', count, 0))
    const after = ifGiven(options.after, (position) => readNumber('--after', position, 0))
    if (!options.tail && filter.stream && !(await streamExists(context.ownerPool, filter.stream)))
      throw new OpsFailure(`El registro no tiene un stream ${filter.stream}.`)
    let shown = 0
    const show = async (rows: readonly StoredEvent[]) => {
      if (shown === 0 && rows.length > 0) context.print(eventHeads)
      shown += rows.length
      for (const event of await viewEvents(context.core.store, rows, { unseal: options.unseal })) {
        context.print(eventLine(event))
        context.emit(event)
      }
    }
    const head = await context.core.store.head()
    if (after === undefined && limit !== 0)
      await show((await findLast(context.ownerPool, filter, limit ?? shownByDefault)).reverse())
    else await showAfter(context, filter, { from: after ?? 0, to: head, count: countOf(limit, options.tail) }, show)
    if (options.tail) await follow(context, filter, head, show)
    else if (shown === 0) context.note('Ningún evento es así.')
    return true
  },
})

type Show = (rows: readonly StoredEvent[]) => Promise<void>

function countOf(limit: number | undefined, isTail: boolean): number {
  if (limit === 0 || (limit === undefined && isTail)) return Number.POSITIVE_INFINITY
  return limit ?? shownByDefault
}

async function showAfter(
  { ownerPool, signal }: OpsContext,
  filter: EventFilter,
  { from, to, count }: { from: number; to: number; count: number },
  show: Show,
): Promise<void> {
  let left = count
  for await (const rows of readFitting(ownerPool, filter, { from, to, signal })) {
    await show(rows.slice(0, left))
    left -= rows.length
    if (left <= 0) return
  }
}

async function follow({ core, ownerPool, signal }: OpsContext, filter: EventFilter, head: number, show: Show) {
  for (let from = head; !signal.aborted; ) {
    const to = await core.store.head()
    for await (const rows of readFitting(ownerPool, filter, { from, to, signal })) await show(rows)
    from = to
    await sleep(pollMs, undefined, { signal }).catch(() => undefined)
  }
}
