// Frame of every dossier: title, actions, and events with their causes.
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { CauseTree } from '#frontend/features/panel/audit/cause-tree.tsx'
import { StoryOf } from '#frontend/features/panel/audit/entity-story.tsx'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { useMay } from '#frontend/session.ts'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { type DossierKind, tabOf } from './dossier-address.ts'

type FrameProps = {
  kind: DossierKind
  id: number
  title: string
  acts?: ReactNode
  children: ReactNode
}

const lists = { order: 'Todas las órdenes', product: 'Todos los productos', user: 'Todas las cuentas' }

/** Shows events to readers of the audit. The title gets the focus. */
export function DossierFrame({ kind, id, title, acts, children }: FrameProps) {
  const { address } = usePanelAddress()
  const heading = useRef<HTMLHeadingElement>(null)
  const mayRead = useMay()('audit:read')
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <article aria-labelledby="dossier" data-printable>
      <p className="mb-6 hidden font-display text-xl font-bold print:block">GamerTech</p>
      <ButtonLink to="/controlPanel" search={{ tab: tabOf[kind] }} look="quiet" className="-ml-3 px-3 print:hidden">
        <ArrowLeft className="size-4" />
        {lists[kind]}
      </ButtonLink>
      <div className="mt-2 mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="dossier" ref={heading} tabIndex={-1} className="min-w-0 text-2xl font-semibold wrap-anywhere">
          {title}
        </h2>
        <div className="flex flex-wrap gap-2 print:hidden">{acts}</div>
      </div>
      {children}
      {mayRead && (
        <div className="mt-10 border-t border-line pt-8 print:hidden">
          <h3 className="text-xl font-semibold">Historia</h3>
          <StoryOf of={`${kind}-${id}`} isInDossier />
          {address.cause && <CauseTree key={address.cause} position={address.cause} />}
        </div>
      )}
    </article>
  )
}

export type Fact = readonly [name: string, value: ReactNode]

/** Avoids a single item in the last row. */
function columnsFor(count: number): string {
  if (count === 5) return 'lg:grid-cols-5'
  return count % 4 === 1 || count === 6 ? 'lg:grid-cols-3' : 'lg:grid-cols-4'
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl
      className={`cut-lg grid grid-cols-2 gap-x-5 gap-y-4 border border-line bg-surface p-5 sm:gap-x-8 ${columnsFor(facts.length)}`}
    >
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="mt-1 font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
