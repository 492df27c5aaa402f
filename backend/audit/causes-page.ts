// The tree of causes around an event, as an auditor walks it: commands, their events, and what those led to.

import { type Auditor, namesOfActors } from './audit-page.ts'
import { type EntityView, entityView } from './audit-row.ts'
import { findCauses } from './causation-events.ts'
import type { CommandNode, EventNode } from './causation-tree.ts'
import { coverEvent } from './personal.ts'
import { type ActorView, actorView, commandText, jobText } from './wording/acting.ts'
import { tell } from './wording/sentences.ts'

/** `under`: the position of the event that led to it; null for a beginning. */
export type CauseCommand = { under: number | null; title: string; actor: ActorView; events: CauseEvent[] }
export type CauseEvent = {
  position: number
  at: string
  sentence: string
  entity: EntityView | null
  /** What was to be done because of it, and what became of that. */
  jobs: string[]
}

/** The commands of the tree, each after the event that it stands under; null if the log has no event at the position. */
export async function findCausesPage(auditor: Auditor, position: number): Promise<CauseCommand[] | null> {
  const found = await findCauses(auditor, position, { unseal: true })
  if (!found) return null
  const commands = found.commands.flatMap((root) => flattened(root, null))
  const names = await namesOfActors(
    auditor,
    commands.map(({ node }) => node),
  )
  return commands.map(({ node, under }) => ({
    under,
    title: commandText(node.cause),
    actor: actorView(node.actor, names),
    events: node.events.map(toEvent),
  }))
}

type Placed = { node: CommandNode; under: number | null }

function flattened(node: CommandNode, under: number | null): Placed[] {
  const below = node.events.flatMap(({ position, commands }) => commands.flatMap((next) => flattened(next, position)))
  return [{ node, under }, ...below]
}

function toEvent(event: EventNode): CauseEvent {
  return {
    ...{ position: event.position, at: event.at, sentence: tell(coverEvent(event)).sentence },
    ...{ entity: entityView(event.stream), jobs: event.jobs.map(jobText) },
  }
}
