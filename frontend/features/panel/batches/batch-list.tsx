// Recent and scheduled batches.
import { useQuery } from '@tanstack/react-query'
import { Layers } from 'lucide-react'
import { batchKinds, batchStates } from '#backend/domain/batch/batch.limits.ts'
import type { Batch } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { type Column, PanelTable } from '#frontend/features/panel/panel-table.tsx'
import { Blank } from '#frontend/ui/blank.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Failure } from '#frontend/ui/failure.tsx'
import { MomentCell } from '#frontend/ui/figures/moment-cell.tsx'
import { batchesQuery } from './batches.queries.ts'

type Props = { onOpen: (id: string) => void }

export function BatchList({ onOpen }: Props) {
  const list = useQuery(batchesQuery)
  if (list.isError && !list.data)
    return <Failure title="No pudimos cargar la lista" detail={messageOf(list.error)} onRetry={list.refetch} />
  if (!list.data) return <div role="status" aria-label="Cargando la lista" className="shimmer h-60" />
  const { batches } = list.data
  if (batches.length === 0) return <Blank icon={<Layers aria-hidden />} title="Todavía no hubo cambios masivos" />
  return (
    <div className="cut-lg overflow-hidden border border-line bg-surface">
      <PanelTable label="Cambios masivos" columns={columnsOf(onOpen)} rows={batches} keyOf={({ id }) => id} />
    </div>
  )
}

function columnsOf(onOpen: (id: string) => void): Column<Batch>[] {
  return [
    {
      name: 'Qué',
      cell: ({ kind, title, reason }) => (
        <span className="break-words">
          <span className="font-medium">
            {batchKinds[kind]}: {title}
          </span>
          {reason && <span className="block text-sm text-muted">{reason}</span>}
        </span>
      ),
    },
    { name: 'Quién', cell: ({ by }) => by },
    { name: 'Cuándo', cell: ({ createdAt, scheduledFor }) => <MomentCell at={scheduledFor ?? createdAt} /> },
    {
      name: 'Estado',
      cell: ({ state, counts }) =>
        `${batchStates[state]} · ${(counts.create + counts.change).toLocaleString('es-AR')} productos`,
    },
    {
      name: 'Acciones',
      cell: ({ id, title }) => (
        <Button look="outline" aria-label={`Ver ${title}`} onClick={() => onOpen(id)}>
          Ver
        </Button>
      ),
    },
  ]
}
