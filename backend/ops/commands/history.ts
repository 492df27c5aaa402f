import { readWhole } from '#backend/audit/event-query.ts'
import { viewEvents } from '#backend/audit/event-view.ts'
import { foldOf, foldSteps, type Step } from '#backend/audit/stream-history.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { StreamOf } from '#backend/eventstore/log/stream-id.ts'
import { defineCommand, OpsFailure } from '#backend/ops/cli/command.ts'
import { readNumber, readStream, readTime } from '#backend/ops/cli/values.ts'
import { eventHeads, eventLine, printable } from '#backend/ops/inspect/event-line.ts'
import { changeLine, treeLines } from '#backend/ops/inspect/state-tree.ts'

export const historyCommand = defineCommand({
  name: 'history',
  summary: 'Muestra una entidad como era en una versión o a una hora, con los eventos que la llevaron hasta ahí.',
  access: 'looks',
  operands: ['STREAM'],
  options: {
    at: ['VERSIÓN|HORA', 'hasta esa versión o esa hora (local, o 2h atrás); si no, hasta ahora'],
    diff: 'bajo cada evento, lo que cambió en el estado',
    unseal: 'abre los campos personales, que si no se ven como [personal]',
  },
  async run(context, { operands: [name = ''], options }) {
    const stream = readStream(name)
    const rows = await readWhole(context.ownerPool, [stream])
    if (rows.length === 0) throw new OpsFailure(`El registro no tiene un stream ${stream}.`)
    const wanted = upTo(rows, stream, options.at)
    const steps = foldSteps(stream, await viewEvents(context.core.store, wanted, { unseal: options.unseal }))
    const state = steps.length === 0 ? foldOf(stream)?.initial : steps.at(-1)?.state
    const events = steps.map(({ event, changes }) => (options.diff ? { ...event, changes } : event))
    const lines = [
      ...eventLines(steps, options.diff),
      `${stream}, versión ${steps.length} de ${rows.length}:`,
      ...treeLines(state, '  ').map(printable),
    ]
    const found = { stream, version: steps.length, versions: rows.length, events, state: state ?? null }
    return context.tell(found, ...lines)
  },
})

/**
 * Cuts events at a version or time. If times run backwards (an import, the demo's history), takes everything before the
 * last event of that time.
 */
function upTo(rows: readonly StoredEvent[], stream: StreamOf<ShopLog>, at: string | undefined): readonly StoredEvent[] {
  if (at === undefined) return rows
  if (/^-?\d+$/.test(at)) {
    const version = readNumber('--at', at, 0)
    if (version <= rows.length) return rows.slice(0, version)
    throw new OpsFailure(`${stream} va por la versión ${rows.length}: no tiene una versión ${version}.`)
  }
  const time = readTime('--at', at)
  return rows.slice(0, rows.findLastIndex((row) => row.at <= time) + 1)
}

function eventLines(steps: readonly Step[], withDiff: boolean): string[] {
  if (steps.length === 0) return []
  const lines = steps.flatMap(({ event, changes }) => {
    const changed = withDiff ? changes.map((change) => printable(`          ${changeLine(change)}`)) : []
    return [eventLine(event), ...changed]
  })
  return [eventHeads, ...lines, '']
}
