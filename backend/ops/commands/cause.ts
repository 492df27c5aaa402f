// ops cause POSITION: what led to an event, and what it led to.
import { findJobsOf } from '#backend/jobs/jobs-of-events.ts'
import { defineCommand, exitCodes, OpsFailure } from '#backend/ops/cli/command.ts'
import { readNumber } from '#backend/ops/cli/values.ts'
import { chainTo, commandEnds, familyOf } from '#backend/ops/inspect/causation-events.ts'
import { causationLines, causationTree } from '#backend/ops/inspect/causation-tree.ts'
import { printable } from '#backend/ops/inspect/event-view.ts'

export const causeCommand = defineCommand({
  name: 'cause',
  summary:
    'Muestra el árbol de causas de un evento: la petición, sus comandos, sus eventos y lo que estos trajeron, también los jobs.',
  access: 'looks',
  operands: ['POSICIÓN'],
  options: {
    unseal: { type: 'boolean', help: 'con --json abre los campos personales, que si no se ven como [personal]' },
  },
  async run(context, { operands: [typed = ''], options: { unseal } }) {
    const position = readNumber('POSICIÓN', typed, 1)
    const [asked, ...causes] = await chainTo(context, position)
    if (!asked) throw new OpsFailure(`El registro no tiene un evento ${position}.`)
    const events = await familyOf(context, [asked, ...causes], unseal)
    const positions = events.map((event) => event.position)
    const jobs = await findJobsOf(context.ownerPool, positions)
    const tree = causationTree(events, await commandEnds(context.ownerPool, events), jobs)
    context.emit({ asked: position, correlation: asked.correlation, commands: tree })
    context.print(printable(`Correlación ${asked.correlation}`))
    for (const line of causationLines(tree, position)) context.print(printable(line))
    return exitCodes.ok
  },
})
