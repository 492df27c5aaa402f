import { useState } from 'react'
import type { Operations } from '#frontend/api.ts'
import { type Column, PanelTable } from '#frontend/features/panel/panel-table.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { countText, sizeText } from './words.ts'

type Partition = Operations['partitions'][number]

const shownAtFirst = 8

const states: Readonly<Record<Partition['state'], { name: string; tone: string }>> = {
  full: { name: 'Llena: ya no cambia', tone: 'text-muted' },
  written: { name: 'En uso', tone: 'text-ok' },
  ahead: { name: 'Vacía, para lo que viene', tone: 'text-muted' },
  detached: { name: 'Separada: el registro no la lee', tone: 'text-bad' },
}

const columns: readonly Column<Partition>[] = [
  { name: 'Partición', cell: ({ name }) => <span className="font-medium break-all">{name}</span> },
  {
    name: 'Posiciones',
    cell: ({ first, upto }) =>
      first === null || upto === null ? 'no se sabe' : `${countText(first)} a ${countText(upto)}`,
    isNumber: true,
  },
  { name: 'Eventos', cell: ({ events }) => (events === null ? 'no se sabe' : countText(events)), isNumber: true },
  { name: 'Tamaño', cell: ({ bytes }) => sizeText(bytes), isNumber: true },
  { name: 'Tablespace', cell: ({ tablespace }) => <span className="break-all">{tablespace}</span> },
  {
    name: 'Estado',
    cell: ({ state }) => <span className={`font-semibold ${states[state].tone}`}>{states[state].name}</span>,
  },
]

export function PartitionList({ partitions }: Pick<Operations, 'partitions'>) {
  const [isWhole, setWhole] = useState(false)
  const detached = partitions.filter(({ state }) => state === 'detached')
  const newest = partitions.filter(({ state }) => state !== 'detached').toReversed()
  const shown = [...detached, ...(isWhole ? newest : newest.slice(0, shownAtFirst))]
  const others = newest.length - shownAtFirst
  return (
    <>
      <PanelTable
        label="Particiones"
        columns={columns}
        rows={shown}
        keyOf={({ name }) => name}
        none="El registro es una sola tabla: no está partido."
      />
      {others > 0 && (
        <p className="px-4 py-3">
          <Button look="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Mostrar las más nuevas' : `Mostrar también las ${countText(others)} más viejas`}
          </Button>
        </p>
      )}
    </>
  )
}
