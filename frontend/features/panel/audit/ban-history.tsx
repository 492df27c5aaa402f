import type { AuditRow } from '#frontend/api.ts'
import { type Column, PanelTable } from '#frontend/features/panel/panel-table.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { MomentCell } from '#frontend/ui/figures/moment-cell.tsx'
import { Actor } from './audit-entry.tsx'

type Step = AuditRow & { ended: string }

const columns: readonly Column<Step>[] = [
  { name: 'Cuándo', cell: ({ at }) => <MomentCell at={at} /> },
  {
    name: 'Qué',
    cell: ({ type }) => <span className="font-medium">{type === 'UserBanned' ? 'Suspensión' : 'Reactivación'}</span>,
  },
  { name: 'Quién', cell: ({ actor }) => <Actor actor={actor} /> },
  {
    name: 'Motivo',
    cell: ({ reason }) => (
      <span className="break-words">{reason ?? <span className="text-muted">sin motivo</span>}</span>
    ),
  },
  { name: 'Qué terminó', cell: ({ ended }) => ended },
]

/** Oldest first. Renders nothing for an account that was never suspended. */
export function BanHistory({ rows }: { rows: readonly AuditRow[] }) {
  const steps = rows.filter(({ type }) => type === 'UserBanned' || type === 'UserReinstated')
  if (steps.length === 0) return null
  const withEnds = steps.map((row, at): Step => {
    const before = steps[at - 1]
    const ended = before ? `La suspensión del ${formatMoment(before.at)}` : 'La suspensión'
    return { ...row, ended: row.type === 'UserBanned' ? 'Todas sus sesiones' : ended }
  })
  return (
    <section aria-label="Historial de suspensiones" className="cut-lg mt-6 border border-line bg-surface">
      <h3 className="px-4 pt-4 text-lg font-semibold">Historial de suspensiones</h3>
      <PanelTable
        label="Historial de suspensiones"
        columns={columns}
        rows={withEnds}
        keyOf={({ position }) => position}
      />
    </section>
  )
}
