// Prints the tree of causes, commands and their events in turn; marks the event at `asked`.
import type { CommandNode, EventNode } from '#backend/audit/causes/causation-tree.ts'
import type { JobView } from '#backend/jobs/jobs-of-events.ts'
import { localTime } from '#backend/ops/cli/local-time.ts'

export function causationLines(commands: readonly CommandNode[], asked: number, indent = ''): string[] {
  return branches(commands, indent, (command, inside) => [
    `${command.cause}  ${command.actor}`,
    ...branches(command.events, inside, (event, deeper) => [
      `${event.position}  ${localTime(new Date(event.at))}  ${event.stream}  v${event.version}  ${event.type}${takenBackText(event)}${event.position === asked ? '  ◀' : ''}`,
      ...event.jobs.map((job) => `${deeper}${jobLine(job)}`),
      ...causationLines(event.commands, asked, deeper),
    ]),
  ])
}

function takenBackText({ undoes, undoneBy }: EventNode): string {
  const undone = undoneBy === null ? '' : `  deshecho por ${undoneBy}`
  return undoes === null ? undone : `  deshace ${undoes}${undone}`
}

const jobStates: Record<JobView['state'], string> = {
  created: 'espera su turno',
  retry: 'se repite',
  active: 'en marcha',
  completed: 'hecho',
  cancelled: 'cancelado',
  failed: 'falló',
}

function jobLine({ name, state, endedAt }: JobView): string {
  return `↳ job ${name}: ${jobStates[state]}${endedAt === null ? '' : `  ${localTime(new Date(endedAt))}`}`
}

/** Draws the arms of a tree; `lines` receives the indentation for deeper lines. */
function branches<Node>(
  nodes: readonly Node[],
  indent: string,
  lines: (node: Node, inside: string) => string[],
): string[] {
  return nodes.flatMap((node, index) => {
    const isLast = index === nodes.length - 1
    const [first = '', ...rest] = lines(node, `${indent}${isLast ? '   ' : '│  '}`)
    return [`${indent}${isLast ? '└─ ' : '├─ '}${first}`, ...rest]
  })
}
