// Dead letters: rows and streams parked at an event that could not be applied or read.
import { useQuery } from '@tanstack/react-query'
import type { DeadLetter } from '#frontend/api.ts'
import { EventPlace } from '#frontend/features/panel/audit/event-place.tsx'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { type Column, PanelTable } from '#frontend/features/panel/panel-table.tsx'
import { Decisions } from './machinery.tsx'
import { type Asked, deadLettersQuery } from './operations.queries.ts'
import { countText, nameOf } from './words.ts'

export function DeadLetters({ onAsk }: { onAsk: false | ((asked: Asked) => void) }) {
  return (
    <Loaded query={useQuery(deadLettersQuery)} what="lo apartado" look="h-24">
      {(letters) => (
        <PanelTable
          label="Apartados"
          columns={onAsk ? [...columns, actionsOf(onAsk)] : columns}
          rows={letters}
          keyOf={({ projection, by, key }) => `${projection} ${by} ${key}`}
          none="No hay nada apartado."
        />
      )}
    </Loaded>
  )
}

const columns: readonly Column<DeadLetter>[] = [
  { name: 'De', cell: ({ projection }) => <span className="font-medium">{nameOf(projection)}</span> },
  {
    name: 'Qué',
    cell: ({ by, key }) => <span className="break-all">{`${by === 'row' ? 'fila' : 'stream'} ${key}`}</span>,
  },
  { name: 'Evento', cell: ({ position }) => <EventPlace position={position} />, isNumber: true },
  { name: 'Esperan', cell: ({ events }) => countText(events), isNumber: true },
  { name: 'Error', cell: ({ error }) => <span className="text-sm break-words">{error}</span> },
]

function actionsOf(onAsk: (asked: Asked) => void): Column<DeadLetter> {
  return {
    name: 'Acciones',
    cell: ({ projection: name, key, position }) => (
      <Decisions
        name={`Reintentar ${key} de ${nameOf(name)}`}
        onRetry={() => onAsk({ act: 'retry', name, key })}
        drop="Omitir"
        dropName={`Omitir el evento ${position} de ${key}`}
        onDrop={() => onAsk({ act: 'skip', name, key, position })}
      />
    ),
  }
}
