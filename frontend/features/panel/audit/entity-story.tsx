// An entity in the audit: its state at any moment, and its events from the start.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { type AuditEntity, auditEntities } from '#backend/domain/audit/audit.limits.ts'
import type { AuditStory } from '#frontend/api.ts'
import { readDossier } from '#frontend/features/panel/dossier/dossier-address.ts'
import { DossierLink } from '#frontend/features/panel/dossier/dossier-link.tsx'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { Button } from '#frontend/ui/button.tsx'
import { storyQuery } from './audit.queries.ts'
import { AuditEntry } from './audit-entry.tsx'
import { BanHistory } from './ban-history.tsx'
import { TimeSlider } from './time-slider.tsx'

/** Related entity with the same number. */
const beside: Readonly<Partial<Record<AuditEntity, AuditEntity>>> = {
  product: 'stock',
  stock: 'product',
  user: 'cart',
  cart: 'user',
  payment: 'order',
}

export function EntityStory({ of }: { of: string }) {
  const { go } = usePanelAddress()
  return (
    <>
      <Button
        look="quiet"
        className="-ml-3 px-3"
        icon={<ArrowLeft className="size-4" />}
        onClick={() => go({ of: undefined, cause: undefined })}
      >
        Todos los hechos
      </Button>
      <StoryOf of={of} />
    </>
  )
}

type StoryOfProps = {
  of: string
  /** The surrounding page already shows the entity. */
  isInDossier?: boolean
}

export function StoryOf({ of, isInDossier = false }: StoryOfProps) {
  const absent = 'El registro no sabe nada de esto'
  return (
    <Loaded query={useQuery(storyQuery(of))} what="la historia" absent={absent} look="cut-lg mt-4 h-80">
      {(story) => <Story story={story} isInDossier={isInDossier} />}
    </Loaded>
  )
}

function Story({ story, isInDossier }: { story: AuditStory; isInDossier: boolean }) {
  const { kind, rows, earlier, isWhole } = story
  // null: the end, which moves with new events.
  const [moment, setMoment] = useState<number | null>(null)
  const count = Math.min(moment ?? rows.length, rows.length)
  return (
    <>
      {!isInDossier && <Title story={story} />}
      {isWhole ? (
        <TimeSlider story={story} count={count} onCount={(next) => setMoment(next === rows.length ? null : next)} />
      ) : (
        <p className="mt-4 text-muted">
          Es una historia muy larga: se muestran los últimos {rows.length} hechos, sin lo que cambió cada uno.
        </p>
      )}
      {kind === 'user' && <BanHistory rows={rows} />}
      {earlier > 0 && isWhole && <p className="mt-4 text-muted">Hay {earlier} hechos anteriores.</p>}
      <Events rows={rows} count={count} />
    </>
  )
}

function Title({ story: { of, kind, title } }: { story: AuditStory }) {
  const { go } = usePanelAddress()
  const other = beside[kind]
  const dossier = readDossier(of)
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 className="text-2xl font-semibold">{title}</h2>
      <span className="flex flex-wrap items-center gap-2">
        {dossier && <DossierLink {...dossier} label={`Legajo de ${title}`} />}
        {other && (
          <Button look="outline" onClick={() => go({ of: of.replace(kind, other), cause: undefined })}>
            {auditEntities[other]}
          </Button>
        )}
      </span>
    </div>
  )
}

type EventsProps = Pick<AuditStory, 'rows'> & { count: number }

/** Dims events after the chosen moment. */
function Events({ rows, count }: EventsProps) {
  return (
    <section aria-label="Hechos" className="mt-6">
      <h3 className="text-lg font-semibold">Hechos, del primero al último</h3>
      <ol className="cut-lg mt-3 divide-y divide-line border border-line bg-surface">
        {rows.map((row, at) => (
          <AuditEntry
            key={row.position}
            row={row}
            isDim={at >= count}
            mark={at >= count ? <span>todavía no</span> : undefined}
          />
        ))}
      </ol>
    </section>
  )
}
