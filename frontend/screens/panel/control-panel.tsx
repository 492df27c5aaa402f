// /controlPanel: what admins do, in sections.
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { messageOf } from '#frontend/api-error.ts'
import { PanelTabs } from '#frontend/features/panel/panel-tabs.tsx'
import { panelProductsQuery } from '#frontend/features/panel/products/products.queries.ts'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { Page } from '#frontend/layout/page.tsx'
import { Failure } from '#frontend/ui/failure.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { sections } from './sections.ts'

/** Nothing of it shows before the list of products is there, whichever section is open. */
export function ControlPanelScreen() {
  const { address, open } = usePanelAddress()
  const { tab, Section } = sections.find((section) => section.tab === address.tab) ?? sections[0]
  const isFirst = tab === sections[0].tab
  const products = useQuery(panelProductsQuery(isFirst ? address : {}))
  const waiting = <div role="status" aria-label="Cargando el panel" className="shimmer cut-lg mt-8 h-96" />
  if (!products.data) {
    return (
      <Page>
        {products.isError ? (
          <Failure title="No pudimos abrir el panel" detail={messageOf(products.error)} onRetry={products.refetch} />
        ) : (
          waiting
        )}
      </Page>
    )
  }
  return (
    <Page>
      <p className="font-display text-sm font-semibold tracking-[0.2em] text-cyan uppercase">Administración</p>
      <PageHeading title="Panel de Control" className="mt-1 text-3xl font-bold sm:text-4xl" />
      <PanelTabs tabs={sections} open={tab} onOpen={(next) => open({ tab: next })}>
        <Suspense fallback={waiting}>
          <Section key={tab} />
        </Suspense>
      </PanelTabs>
    </Page>
  )
}
