import { type Auditor, namesOfActors } from '#backend/audit/audit-page.ts'
import { entityView } from '#backend/audit/audit-row.ts'
import { coverEvent } from '#backend/audit/personal.ts'
import { actorView, commandText, jobText } from '#backend/audit/wording/acting.ts'
import { tell } from '#backend/audit/wording/sentences.ts'
import type { CauseEvent, CausesPage } from '#backend/domain/audit/audit.contract.ts'
import { findCauses } from './causation-events.ts'
import type { CommandNode, EventNode } from './causation-tree.ts'

/** Lists each command behind its causing event; null if the log has no event at the position. */
export async function findCausesPage(auditor: Auditor, position: number): Promise<CausesPage | null> {
  const found = await findCauses(auditor, position, { unseal: true })
  if (!found) return null
  const commands = found.commands.flatMap((root) => flattened(root, null))
  const names = await namesOfActors(
    auditor,
    commands.map(({ node }) => node),
  )
  const rows = commands.map(({ node, under }) => ({
    under,
    title: commandText(node.cause),
    actor: actorView(node.actor, names),
    events: node.events.map(toEvent),
  }))
  return { commands: rows, left: found.left }
}

type Placed = { node: CommandNode; under: number | null }

function flattened(node: CommandNode, under: number | null): Placed[] {
  const below = node.events.flatMap(({ position, commands }) => commands.flatMap((next) => flattened(next, position)))
  return [{ node, under }, ...below]
}

function toEvent(event: EventNode): CauseEvent {
  return {
    position: event.position,
    at: event.at,
    sentence: tell(coverEvent(event)).sentence,
    entity: entityView(event.stream),
    jobs: event.jobs.map(jobText),
    undoes: event.undoes,
    undoneBy: event.undoneBy,
  }
}
