// The section Auditoría: the log as sentences, filtered; one entity's story; and what led to what.
import { useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { auditApi, fileOf } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { auditQuery } from '#frontend/features/panel/audit/audit.queries.ts'
import { filterOf } from '#frontend/features/panel/audit/audit-address.ts'
import { AuditEntry } from '#frontend/features/panel/audit/audit-entry.tsx'
import { AuditFilters } from '#frontend/features/panel/audit/audit-filters.tsx'
import { CauseTree } from '#frontend/features/panel/audit/cause-tree.tsx'
import { EntityStory } from '#frontend/features/panel/audit/entity-story.tsx'
import { ExportButton } from '#frontend/features/panel/export-button.tsx'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Failure } from '#frontend/ui/failure.tsx'

export default function AuditSection() {
  const { address } = usePanelAddress()
  const filter = filterOf(address)
  return (
    <>
      {address.of ? (
        <EntityStory key={address.of} of={address.of} />
      ) : (
        <>
          <AuditFilters key={JSON.stringify(filter)} />
          <AuditList />
        </>
      )}
      {address.cause && <CauseTree key={address.cause} position={address.cause} />}
    </>
  )
}

function AuditList() {
  const { address } = usePanelAddress()
  const list = useInfiniteQuery(auditQuery(filterOf(address)))
  const rows = list.data?.pages.flatMap((page) => page.rows)
  if (!rows) {
    if (list.isError)
      return <Failure title="No pudimos leer el registro" detail={messageOf(list.error)} onRetry={list.refetch} />
    return <div role="status" aria-label="Cargando: Auditoría" className="shimmer cut-lg mt-6 h-96" />
  }
  const count = rows.length === 1 ? '1 hecho' : `${rows.length.toLocaleString('es-AR')} hechos`
  return (
    <section aria-label="Auditoría" className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted tabular-nums">
          {list.hasNextPage ? `Los últimos ${count}; hay más.` : `${count}, del último al primero.`}
        </p>
        <ExportButton
          name="auditoria"
          take={() => fileOf(auditApi.export.$get({ query: filterOf(address) }))}
          disabled={rows.length === 0}
        />
      </div>
      {rows.length === 0 ? (
        <div className="mt-3">
          <Blank icon={<SearchX aria-hidden />} title="Ningún hecho es así" />
        </div>
      ) : (
        <ol aria-label="Hechos" className="cut-lg mt-3 divide-y divide-line border border-line bg-surface">
          {rows.map((row) => (
            <AuditEntry key={row.position} row={row} withEntity />
          ))}
        </ol>
      )}
      {list.hasNextPage && (
        <div className="mt-5 flex justify-center">
          <Button look="outline" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Ver más
          </Button>
        </div>
      )}
    </section>
  )
}
