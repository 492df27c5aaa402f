import { useQuery } from '@tanstack/react-query'
import { Layers } from 'lucide-react'
import { batchKinds, batchStates } from '#backend/domain/batch/batch.limits.ts'
import type { Batch } from '#frontend/api.ts'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { type Column, PanelTable } from '#frontend/features/panel/panel-table.tsx'
import { Blank } from '#frontend/ui/blank.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { MomentCell } from '#frontend/ui/figures/moment-cell.tsx'
import { batchesQuery } from './batches.queries.ts'

type Props = { onOpen: (id: string) => void }

export function BatchList({ onOpen }: Props) {
  return (
    <Loaded query={useQuery(batchesQuery)} what="la lista" look="h-60">
      {({ batches }) =>
        batches.length === 0 ? (
          <Blank icon={<Layers />} title="Todavía no hubo cambios masivos" />
        ) : (
          <div className="cut-lg overflow-hidden border border-line bg-surface">
            <PanelTable label="Cambios masivos" columns={columnsOf(onOpen)} rows={batches} keyOf={({ id }) => id} />
          </div>
        )
      }
    </Loaded>
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
