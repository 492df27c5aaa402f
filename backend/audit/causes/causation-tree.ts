import type { EventView } from '#backend/audit/event-view.ts'
import type { TakenBack } from '#backend/domain/audit/audit.contract.ts'
import type { JobView } from '#backend/jobs/jobs-of-events.ts'

export type CommandNode = { cause: string; actor: string; correlation: string; events: EventNode[] }
export type EventNode = EventView & TakenBack & { jobs: readonly JobView[]; commands: CommandNode[] }

type Beside = { jobs: ReadonlyMap<number, readonly JobView[]>; takenBack: (position: number) => TakenBack }

/**
 * Expects events in log order. `commandEnds` holds the last positions of accepted commands, to separate two commands of
 * one name in a row; imported events have none, so such commands merge. `jobs` is by causing position.
 */
export function causationTree(
  events: readonly EventView[],
  commandEnds: ReadonlySet<number>,
  { jobs, takenBack }: Beside,
): CommandNode[] {
  const roots: CommandNode[] = []
  const nodes = new Map<number, EventNode>()
  let last: EventView | undefined
  let command: CommandNode | undefined
  for (const event of events) {
    const { position } = event
    const node: EventNode = { ...event, ...takenBack(position), jobs: jobs.get(position) ?? [], commands: [] }
    nodes.set(position, node)
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
