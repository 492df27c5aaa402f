import { type PanelList, panelStates } from '#backend/domain/views/panel-lists.limits.ts'
import { inputLook } from '#frontend/ui/form/field.tsx'
import { type Choices, Options } from './form/choice.tsx'
import { stateOf } from './panel-address.ts'
import type { Column, Sorting } from './panel-table.tsx'
import { usePanelAddress } from './use-panel-address.ts'

const look = `${inputLook} sm:w-auto`

export function ListFilter({ of }: { of: PanelList }) {
  const { address, go } = usePanelAddress()
  return (
    <select
      aria-label="Filtrar"
      value={stateOf(of, address) ?? ''}
      onChange={({ target: { value } }) => go({ state: value || undefined, page: undefined, id: undefined })}
      className={look}
    >
      <Options of={[['', 'Todos los estados'], ...Object.entries(panelStates[of])]} />
    </select>
  )
}

type OrderProps<Row> = { columns: readonly Column<Row>[]; sorting: Sorting }

/** Sorting for cards, which have no column heads. */
export function ListOrder<Row>({ columns, sorting: { by, onSort } }: OrderProps<Row>) {
  return (
    <select
      aria-label="Ordenar"
      value={by}
      onChange={({ target: { value } }) => onSort(value)}
      className={`${look} lg:hidden`}
    >
      <Options of={columns.flatMap(({ name, sort }) => (sort ? bothWays(name, sort) : []))} />
    </select>
  )
}

function bothWays(name: string, sort: string): Choices {
  return [
    [sort, `${name}, de menor a mayor`],
    [`-${sort}`, `${name}, de mayor a menor`],
  ]
}
