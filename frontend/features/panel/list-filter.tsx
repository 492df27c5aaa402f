import { type PanelList, panelStates } from '#backend/domain/views/panel-lists.limits.ts'
import { inputLook } from '#frontend/ui/form/field.tsx'
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
      <option value="">Todos los estados</option>
      {Object.entries(panelStates[of]).map(([state, name]) => (
        <option key={state} value={state}>
          {name}
        </option>
      ))}
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
      {columns.flatMap(({ name, sort }) =>
        sort
          ? [
              <option key={sort} value={sort}>{`${name}, de menor a mayor`}</option>,
              <option key={`-${sort}`} value={`-${sort}`}>{`${name}, de mayor a menor`}</option>,
            ]
          : [],
      )}
    </select>
  )
}
