import { findCauses } from '#backend/audit/causes/causation-events.ts'
import type { CommandNode, EventNode } from '#backend/audit/causes/causation-tree.ts'
import type { JobView } from '#backend/jobs/jobs-of-events.ts'
import { defineCommand, OpsFailure } from '#backend/ops/cli/command.ts'
import { localTime } from '#backend/ops/cli/local-time.ts'
import { readNumber } from '#backend/ops/cli/values.ts'
import { printable } from '#backend/ops/inspect/event-line.ts'

export const causeCommand = defineCommand({
  name: 'cause',
  summary:
    'Muestra el árbol de causas de un evento: la petición, sus comandos, sus eventos y lo que estos trajeron, también los jobs.',
  access: 'looks',
  operands: ['POSICIÓN'],
  options: { unseal: 'con --json abre los campos personales, que si no se ven como [personal]' },
  async run({ core, ownerPool, tell }, { operands: [typed = ''], options: { unseal } }) {
    const position = readNumber('POSICIÓN', typed, 1)
    const found = await findCauses({ pool: ownerPool, store: core.store }, position, { unseal })
    if (!found) throw new OpsFailure(`El registro no tiene un evento ${position}.`)
    const { correlation, commands, left } = found
    const lines = [`Correlación ${correlation}`, ...causationLines(commands, position)]
    if (left > 0)
      lines.push(`Otros ${left} hechos de las mismas peticiones no se muestran: events --correlation ${correlation}`)
    return tell({ asked: position, ...found }, ...lines.map(printable))
  },
})

/** The tree of causes, commands and their events in turn; marks the event at `asked`. */
function causationLines(commands: readonly CommandNode[], asked: number, indent = ''): string[] {
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
