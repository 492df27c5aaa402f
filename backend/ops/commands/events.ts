// ops events: prints the log, filtered, and follows its growth.
import { setTimeout as sleep } from 'node:timers/promises'
import { type EventFilter, findLast, readFitting, streamExists } from '#backend/audit/event-query.ts'
import { viewEvents } from '#backend/audit/event-view.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { defineCommand, exitCodes, type OpsContext, OpsFailure } from '#backend/ops/cli/command.ts'
import { readNumber, readStream, readTime, readTypes } from '#backend/ops/cli/values.ts'
import { eventHeads, eventLine } from '#backend/ops/inspect/event-line.ts'

const shownByDefault = 20
const pollMs = 1000

export const eventsCommand = defineCommand({
  name: 'events',
  summary:
    'Muestra eventos del registro, uno por línea: los últimos, los que siguen a una posición o los que van llegando.',
  access: 'looks',
  operands: [],
  options: {
    stream: { type: 'string', value: 'STREAM', help: 'solo los de un stream, como order-9' },
    type: { type: 'string', value: 'TIPO[,TIPO]', help: 'solo los de estos tipos' },
    actor: { type: 'string', value: 'ACTOR', help: 'solo los que causó, como user:7, job:expire-order, operator' },
    correlation: { type: 'string', value: 'ID', help: 'solo los de una petición y lo que trajo consigo' },
    since: {
      type: 'string',
      value: 'HORA',
      help: 'desde esa hora: 2026-08-21T10:30 (local, o con su zona) o 90m, 2h, 3d atrás',
    },
    until: { type: 'string', value: 'HORA', help: 'hasta antes de esa hora' },
    after: { type: 'string', value: 'POSICIÓN', help: 'los que siguen a la posición, en lugar de los últimos' },
    limit: { type: 'string', value: 'N', help: `cuántos (${shownByDefault}); 0: todos` },
    tail: { type: 'boolean', help: 'sigue mostrando los que llegan, hasta Ctrl-C' },
    unseal: { type: 'boolean', help: 'abre los campos personales, que si no se ven como [personal]' },
  },
  async run(context, { options }) {
    const filter: EventFilter = {
      stream: options.stream === undefined ? undefined : readStream(options.stream),
      types: options.type === undefined ? undefined : context.core.store.codec.typeIds(readTypes(options.type)),
      actor: options.actor,
      correlation: options.correlation,
      since: options.since === undefined ? undefined : readTime('--since', options.since),
      until: options.until === undefined ? undefined : readTime('--until', options.until),
    }
    const limit = options.limit === undefined ? undefined : readNumber('--limit', options.limit, 0)
    const after = options.after === undefined ? undefined : readNumber('--after', options.after, 0)
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
    return exitCodes.ok
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

async function follow(context: OpsContext, filter: EventFilter, head: number, show: Show): Promise<void> {
  const { core, ownerPool, signal } = context
  for (let seen = head; !signal.aborted; ) {
    const wait = new AbortController()
    const wake = () => wait.abort()
    core.notifications.once('events', wake)
    signal.addEventListener('abort', wake)
    const to = await core.store.head()
    if (to === seen) await sleep(pollMs, undefined, { signal: wait.signal }).catch(() => undefined)
    else for await (const rows of readFitting(ownerPool, filter, { from: seen, to, signal })) await show(rows)
    seen = to
    core.notifications.off('events', wake)
    signal.removeEventListener('abort', wake)
  }
}
