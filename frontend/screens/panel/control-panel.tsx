import { useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { staffRoles } from '#backend/domain/user/roles.limits.ts'
import { CommandMenu } from '#frontend/features/panel/commands/command-menu.tsx'
import { PanelTabs } from '#frontend/features/panel/panel-tabs.tsx'
import { panelProductsQuery } from '#frontend/features/panel/products/products.queries.ts'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { viewTabs } from '#frontend/features/panel/views/kept-view.ts'
import { SavedViews } from '#frontend/features/panel/views/saved-views.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { useMay, useUser } from '#frontend/session.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'
import { sections } from './sections.ts'

const Dossier = lazy(() => import('./dossier.tsx'))

/** Staff with access to products see nothing before their list has loaded, whichever section is open. */
export default function ControlPanelScreen() {
  const { address, open } = usePanelAddress()
  const may = useMay()
  const role = useUser()?.staffRole
  const own = sections.filter(({ needs }) => needs === null || may(needs))
  const [first] = own
  const asked = sections.find(({ tab }) => tab === address.tab) ?? first
  const isOfProducts = asked?.tab === 'productos'
  const withProducts = may('catalogue:read')
  const products = useQuery({ ...panelProductsQuery(isOfProducts ? address : {}), enabled: withProducts })
  const waiting = <div role="status" aria-label="Cargando el panel" className="shimmer cut-lg mt-8 h-96" />
  if (!asked || (withProducts && !products.data)) {
    return (
      <Page>
        {products.isError ? (
          <Failure title="No pudimos abrir el panel" of={products.error} onRetry={products.refetch} />
        ) : (
          waiting
        )}
      </Page>
    )
  }
  const isAllowed = own.includes(asked)
  return (
    <Page>
      <p className="font-display text-sm font-semibold tracking-[0.2em] text-cyan uppercase">
        {role ? staffRoles[role] : 'Administración'}
      </p>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <PageHeading title="Panel de Control" className="mt-1 text-3xl font-bold sm:text-4xl" />
        <div className="flex flex-wrap gap-3">
          {own.some(({ tab }) => viewTabs.includes(tab)) && <SavedViews sections={own} />}
          <CommandMenu sections={own} />
        </div>
      </div>
      <PanelTabs tabs={own} open={isAllowed ? asked.tab : null} onOpen={(next) => open({ tab: next })}>
        {isAllowed ? (
          <Suspense fallback={waiting}>{address.dossier ? <Dossier /> : <asked.Section key={asked.tab} />}</Suspense>
        ) : (
          <div role="alert">
            <Blank
              icon={<LockKeyhole />}
              title={`Tu rol no incluye la sección ${asked.title}`}
              actions={first && <Button onClick={() => open({ tab: first.tab })}>Ir a {first.title}</Button>}
            >
              <p>Si la necesitás para tu trabajo, pedísela a quien administra la tienda.</p>
            </Blank>
          </div>
        )}
      </PanelTabs>
    </Page>
  )
}
