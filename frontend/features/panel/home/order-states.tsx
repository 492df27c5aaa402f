// Orders per state; hatched states need action.
import { fulfilmentStates, type OrderStatus, orderStates } from '#backend/domain/order/order.limits.ts'
import type { SalesOverview } from '#frontend/api.ts'
import { countText } from '#frontend/features/panel/operations/words.ts'
import type { Column } from '#frontend/features/panel/panel-table.tsx'
import { Figure } from './figure.tsx'
import { counted } from './figures.ts'
import { PanelLink } from './part.tsx'
import { RankChart } from './rank-chart.tsx'

type State = SalesOverview['states'][number]

const toDo: readonly OrderStatus[] = fulfilmentStates

type Props = { states: readonly State[]; nameOf: (state: OrderStatus) => string }

export function OrdersByState({ states, nameOf }: Props) {
  const rows = orderStates.flatMap((name) => states.filter(({ state }) => state === name))
  const countOf = (name: OrderStatus) => rows.find(({ state }) => state === name)?.count ?? 0
  const linkTo = ({ state }: State) => <PanelLink to={{ tab: 'ordenes', state }}>{nameOf(state)}</PanelLink>
  const columns: Column<State>[] = [
    { name: 'Estado', cell: linkTo },
    { name: 'Órdenes', cell: ({ count }) => countText(count), isNumber: true },
  ]
  const summary = `${counted(countOf('paid'), 'pagada por preparar', 'pagadas por preparar')}, ${counted(countOf('prepared'), 'lista para salir', 'listas para salir')}, ${countText(countOf('ready_for_pickup'))} por retirar y ${countText(countOf('shipped'))} en camino: son las rayadas. De las terminadas, las de los últimos 30 días.`
  return (
    <Figure
      title="Órdenes por estado"
      summary={summary}
      rows={rows}
      keyOf={({ state }) => state}
      columns={columns}
      none={rows.length === 0 ? 'Todavía no hay órdenes.' : null}
      chart={
        <RankChart
          label="Órdenes por estado"
          rows={rows.map(({ state, count }) => ({
            key: state,
            name: linkTo({ state, count }),
            count,
            isHatched: toDo.includes(state),
          }))}
        />
      }
    />
  )
}
