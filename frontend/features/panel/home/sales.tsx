import type { SalesOverview } from '#frontend/api.ts'
import { panelPrice } from '#frontend/features/panel/panel-price.ts'
import type { Column } from '#frontend/features/panel/panel-table.tsx'
import { DayChart } from './day-chart.tsx'
import { Figure } from './figure.tsx'
import { changeText, counted, dayText, periodOf } from './figures.ts'

type Day = SalesOverview['days'][number]

const periods = [
  { name: 'Hoy', length: 1, before: 'ayer' },
  { name: 'Últimos 7 días', length: 7, before: 'los 7 anteriores' },
  { name: 'Últimos 30 días', length: 30, before: 'los 30 anteriores' },
] as const

export function SalesPeriods({ days }: { days: readonly Day[] }) {
  return (
    <dl className="grid gap-3 sm:grid-cols-3">
      {periods.map(({ name, length, before }) => {
        const period = periodOf(days, length)
        const change = changeText(period.now.income, period.before.income, before)
        return (
          <div key={name} className="cut-lg border border-line bg-surface p-4 sm:p-5">
            <dt className="text-sm text-muted">Ventas: {name.toLowerCase()}</dt>
            <dd className="mt-1 font-display text-2xl font-semibold whitespace-nowrap tabular-nums sm:max-lg:text-base">
              {panelPrice(period.now.income)}
            </dd>
            <dd className="mt-0.5 text-sm text-muted">
              {counted(period.now.paid, 'orden pagada', 'órdenes pagadas')},{' '}
              {counted(period.now.units, 'unidad', 'unidades')}
              {change && <span className="block">{change}</span>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const columns: readonly Column<Day>[] = [
  { name: 'Día', cell: ({ day }) => dayText(day) },
  { name: 'Órdenes', cell: ({ placed }) => placed, isNumber: true },
  { name: 'Pagadas', cell: ({ paid }) => paid, isNumber: true },
  { name: 'Unidades', cell: ({ units }) => units, isNumber: true },
  { name: 'Cobrado', cell: ({ income }) => panelPrice(income), isNumber: true },
  { name: 'Devuelto', cell: ({ refunded }) => panelPrice(refunded), isNumber: true },
]

export function SalesByDay({ days }: { days: readonly Day[] }) {
  const shown = days.slice(-30)
  const { paid, income, refunded } = periodOf(days, 30).now
  const best = shown.reduce((top, day) => (day.income > top.income ? day : top), shown[0] as Day)
  const back = refunded > 0 ? ` Se devolvieron ${panelPrice(refunded)}.` : ''
  const summary = `En 30 días se cobraron ${panelPrice(income)} por ${counted(paid, 'orden', 'órdenes')}; el mejor día fue el ${dayText(best.day)}, con ${panelPrice(best.income)}.${back}`
  return (
    <Figure
      title="Ventas por día"
      summary={summary}
      rows={shown.toReversed()}
      keyOf={({ day }) => day}
      columns={columns}
      chart={<DayChart days={shown} summary={summary} />}
      none={income === 0 && refunded === 0 ? 'Todavía no hay ventas en los últimos 30 días.' : null}
      className="lg:col-span-2"
    />
  )
}
