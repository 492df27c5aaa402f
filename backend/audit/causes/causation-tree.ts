// Who caused what: events gathered to the commands that appended them, commands hung under the events that led to them.

import type { EventView } from '#backend/audit/event-view.ts'
import type { JobView } from '#backend/jobs/jobs-of-events.ts'

export type CommandNode = { cause: string; actor: string; correlation: string; events: EventNode[] }
export type EventNode = EventView & { jobs: readonly JobView[]; commands: CommandNode[] }

/**
 * The roots of these events' tree; events come in the order of the log. `commandEnds` are the last positions of accepted commands:
 * they part two commands of one name in a row. Imported events have none, and then such two stay together. jobs: by the position of the
 * event that led to them.
 */
export function causationTree(
  events: readonly EventView[],
  commandEnds: ReadonlySet<number>,
  jobs: ReadonlyMap<number, readonly JobView[]>,
): CommandNode[] {
  const roots: CommandNode[] = []
  const nodes = new Map<number, EventNode>()
  let last: EventView | undefined
  let command: CommandNode | undefined
  for (const event of events) {
    const node: EventNode = { ...event, jobs: jobs.get(event.position) ?? [], commands: [] }
    nodes.set(event.position, node)
    if (!command || !last || commandEnds.has(last.position) || !isSameCommand(last, event)) {
      const { cause, actor, correlation, causation } = event
      command = { cause, actor, correlation, events: [] }
      const siblings = (causation === undefined ? undefined : nodes.get(causation)?.commands) ?? roots
      siblings.push(command)
    }
    command.events.push(node)
    last = event
  }
  return roots
}

function isSameCommand(a: EventView, b: EventView): boolean {
  const isOne = (key: 'cause' | 'actor' | 'correlation' | 'causation') => a[key] === b[key]
  return b.position === a.position + 1 && isOne('cause') && isOne('actor') && isOne('correlation') && isOne('causation')
}
