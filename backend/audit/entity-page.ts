import type { EntityPage, FieldChange } from '#backend/domain/audit/audit.contract.ts'
import { type Auditor, rowsOf, streamsOf } from './audit-page.ts'
import { entityView } from './audit-row.ts'
import { reach } from './causes/compensations.ts'
import { findLastOf, readWhole } from './event-query.ts'
import { type EventView, viewEvents } from './event-view.ts'
import { foldStreams, type Step } from './stream-history.ts'

const listed = 1000
const folded = 10_000

/** The story of `order-9`; null if the log lacks the stream. */
export async function findEntityPage(auditor: Auditor, of: string): Promise<EntityPage | null> {
  const streams = streamsOf(of)
  const [view, ends] = [entityView(of), await findLastOf(auditor.pool, streams, 1)]
  const total = ends.reduce((sum, { version }) => sum + version, 0)
  if (!view || total === 0) return null
  const isWhole = total <= folded
  const steps: WordedStep[] = isWhole
    ? await foldStreams(auditor.store, await readWhole(auditor.pool, streams))
    : (await viewEvents(auditor.store, await findLastOf(auditor.pool, streams, listed), { unseal: true })).map(unfolded)
  steps.sort((a, b) => a.event.position - b.event.position)
  const events = steps.map(({ event }) => event)
  const changes = new Map(steps.map((step) => [step.event.position, step.changes]))
  const rows = await rowsOf(auditor, events, changes, reach.asked)
  const shown = rows.slice(-listed)
  return {
    ...view,
    rows: shown,
    earlier: total - shown.length,
    base: sumUp(rows.slice(0, rows.length - shown.length)),
    isWhole,
  }
}

type WordedStep = Pick<Step, 'event' | 'changes'>

const unfolded = (event: EventView): WordedStep => ({ event, changes: [] })

function sumUp(rows: readonly { changes: readonly FieldChange[] }[]): { name: string; value: string }[] {
  const facts = new Map<string, string>()
  for (const { name, after } of rows.flatMap(({ changes }) => changes))
    if (after === null) facts.delete(name)
    else facts.set(name, after)
  return [...facts].map(([name, value]) => ({ name, value }))
}
