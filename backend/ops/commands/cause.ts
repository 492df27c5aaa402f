// ops cause POSITION: the causes and effects of an event.
import { findCauses } from '#backend/audit/causes/causation-events.ts'
import { defineCommand, exitCodes, OpsFailure } from '#backend/ops/cli/command.ts'
import { readNumber } from '#backend/ops/cli/values.ts'
import { causationLines } from '#backend/ops/inspect/causation-lines.ts'
import { printable } from '#backend/ops/inspect/event-line.ts'

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
    const found = await findCauses({ pool: context.ownerPool, store: context.core.store }, position, { unseal })
    if (!found) throw new OpsFailure(`El registro no tiene un evento ${position}.`)
    context.emit({ asked: position, ...found })
    context.print(printable(`Correlación ${found.correlation}`))
    for (const line of causationLines(found.commands, position)) context.print(printable(line))
    if (found.left > 0)
      context.print(
        `Otros ${found.left} hechos de las mismas peticiones no se muestran: events --correlation ${found.correlation}`,
      )
    return exitCodes.ok
  },
})
