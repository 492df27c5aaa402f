import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { type AuditRow, auditApi, fileOf } from '#frontend/api.ts'
import { auditQuery } from '#frontend/features/panel/audit/audit.queries.ts'
import { filterOf } from '#frontend/features/panel/audit/audit-address.ts'
import { AuditEntry } from '#frontend/features/panel/audit/audit-entry.tsx'
import { AuditFilters } from '#frontend/features/panel/audit/audit-filters.tsx'
import { CauseTree } from '#frontend/features/panel/audit/cause-tree.tsx'
import { EntityStory } from '#frontend/features/panel/audit/entity-story.tsx'
import { ExportButton } from '#frontend/features/panel/export-button.tsx'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { Button } from '#frontend/ui/button.tsx'

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
  return (
    <Loaded query={list} what="el registro" look="cut-lg mt-6 h-96">
      {({ pages }) => <Rows list={list} rows={pages.flatMap((page) => page.rows)} />}
    </Loaded>
  )
}

type RowsProps = { list: UseInfiniteQueryResult; rows: AuditRow[] }

function Rows({ list, rows }: RowsProps) {
  const { address } = usePanelAddress()
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
          <Blank icon={<SearchX />} title="Ningún hecho es así" />
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
