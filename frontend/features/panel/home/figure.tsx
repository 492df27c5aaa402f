// A chart with a summary and a table of its numbers, for people who can't see it.
import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#frontend/features/panel/icon-button.tsx'
import { type Column, PanelTable } from '#frontend/features/panel/panel-table.tsx'
import { HomePart } from './part.tsx'

type Props<Row> = {
  title: string
  /** Visible caption, and the chart's text for screen readers. */
  summary: string
  rows: readonly Row[]
  keyOf: (row: Row) => number | string
  columns: readonly Column<Row>[]
  chart: ReactNode
  /** Replaces an empty chart; null: there is data. */
  none: string | null
  className?: string
}

export function Figure<Row>({ title, summary, rows, keyOf, columns, chart, none, className }: Props<Row>) {
  const [isTable, setTable] = useState(false)
  const beside = (
    <IconButton
      label={`${title}: ver como ${isTable ? 'gráfico' : 'tabla'}`}
      title={isTable ? 'Ver como gráfico' : 'Ver como tabla'}
      Icon={isTable ? ChartColumn : Table2}
      onClick={() => setTable(!isTable)}
      className="-mt-2 -mr-2"
    />
  )
  return (
    <HomePart {...{ title, none, className }} {...(none === null && { note: summary, beside })}>
      {isTable ? (
        <div className="-mx-4">
          <PanelTable label={title} columns={columns} rows={rows} keyOf={keyOf} />
        </div>
      ) : (
        chart
      )}
    </HomePart>
  )
}
