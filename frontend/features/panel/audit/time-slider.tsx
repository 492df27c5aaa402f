// An entity's timeline, and its state at one moment.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { AuditStory } from '#frontend/api.ts'
import { type Column, PanelTable } from '#frontend/features/panel/panel-table.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { Folded } from './changes.tsx'
import { type Fact, factsAt } from './story-facts.ts'

type Props = {
  story: AuditStory
  /** Number of rows up to the chosen moment. */
  count: number
  onCount: (count: number) => void
}

const isOther = ({ was, now }: Fact) => was !== now
const nothing = <span className="whitespace-nowrap text-muted">no había</span>

const nameColumn: Column<Fact> = {
  name: 'Dato',
  cell: (fact) => (
    <span className="flex flex-wrap items-center gap-2">
      {fact.name}
      {isOther(fact) && (
        <span className="rounded-full border border-warn/60 px-2 py-0.5 text-xs font-semibold text-warn">Distinto</span>
      )}
    </span>
  ),
}
const thenColumn: Column<Fact> = {
  name: 'Valor',
  cell: (fact) => <span className="break-words">{fact.was ?? nothing}</span>,
}
const nowColumn: Column<Fact> = {
  name: 'Ahora',
  cell: (fact) => (
    <span className={`break-words ${isOther(fact) ? 'font-semibold text-warn' : 'text-muted'}`}>
      {fact.now ?? <span className="text-muted">ya no hay</span>}
    </span>
  ),
}

type FactsProps = { label: string; facts: readonly Fact[]; columns: readonly Column<Fact>[] }

function Facts({ label, facts, columns }: FactsProps) {
  return (
    <div className="-mx-4 mt-3 border-t border-line sm:-mx-6 sm:px-2">
      <PanelTable label={label} columns={columns} rows={facts} keyOf={({ name }) => name} />
    </div>
  )
}

function Then({ facts }: { facts: readonly Fact[] }) {
  const other = facts.filter(isOther)
  const same = facts.filter((fact) => !isOther(fact))
  const columns = [nameColumn, { ...thenColumn, name: 'Entonces' }]
  return (
    <>
      {other.length > 0 && <Facts label="Cómo estaba entonces" facts={other} columns={[...columns, nowColumn]} />}
      {same.length > 0 && (
        <Folded
          title={same.length === 1 ? 'Ver el dato que era igual' : `Ver los ${same.length} datos que eran iguales`}
        >
          <Facts label="Lo que era igual que ahora" facts={same} columns={columns} />
        </Folded>
      )}
    </>
  )
}

/** Arrow keys move from event to event. */
export function TimeSlider({ story, count, onCount }: Props) {
  const { rows } = story
  const row = rows[count - 1]
  const facts = factsAt(story, count)
  const different = facts.filter(isOther).length
  const says = row ? `${formatMoment(row.at)}: ${row.sentence}` : 'Antes del primer hecho'
  const last = count === rows.length
  return (
    <section aria-label="Línea de tiempo" className="cut-lg mt-6 border border-violet/40 bg-surface p-4 sm:p-6">
      <Moments count={count} of={rows.length} says={says} onCount={onCount} />
      <p className="mt-1 font-medium break-words">{says}</p>
      <p role="status" className="text-sm text-muted">
        {last ? 'Es como está ahora.' : differencesText(different)}
      </p>
      {last ? (
        <Folded title={`Ver los ${facts.length} datos de ahora`}>
          <Facts label="Cómo está ahora" facts={facts} columns={[nameColumn, thenColumn]} />
        </Folded>
      ) : (
        <Then facts={facts} />
      )}
    </section>
  )
}

type MomentsProps = Pick<Props, 'count' | 'onCount'> & { of: number; says: string }

function Moments({ count, of: total, says, onCount }: MomentsProps) {
  return (
    <div className="flex items-center gap-2">
      <Button
        look="quiet"
        className="px-2"
        aria-label="Hecho anterior"
        disabled={count === 0}
        onClick={() => onCount(count - 1)}
      >
        <ChevronLeft className="size-5" />
      </Button>
      <input
        type="range"
        aria-label="Momento"
        aria-valuetext={says}
        min={0}
        max={total}
        value={count}
        onChange={(event) => onCount(Number(event.target.value))}
        className="h-11 min-w-0 grow accent-violet"
      />
      <Button
        look="quiet"
        className="px-2"
        aria-label="Hecho siguiente"
        disabled={count === total}
        onClick={() => onCount(count + 1)}
      >
        <ChevronRight className="size-5" />
      </Button>
    </div>
  )
}

function differencesText(different: number): string {
  if (different === 0) return 'Igual que ahora.'
  return different === 1 ? '1 dato era distinto de ahora.' : `${different} datos eran distintos de ahora.`
}
