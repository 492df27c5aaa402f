// A table of the panel: rows under named columns; on a phone each row is a card that names its values itself.
import type { ReactNode } from 'react'

export type Column<Row> = { name: string; cell: (row: Row) => ReactNode; isNumber?: boolean }

type Props<Row> = {
  /** Says to those who hear the page what the table holds. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => number | string
}

// Cards are laid out by `display`, which takes a table's meaning away in some browsers: the roles say it again.
const as = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  name: { role: 'columnheader' },
  cell: { role: 'cell' },
}

export function PanelTable<Row>({ label, columns, rows, keyOf }: Props<Row>) {
  return (
    <table {...as.table} aria-label={label} className="w-full border-collapse text-left text-[0.95rem] max-sm:block">
      <thead {...as.group} className="max-sm:sr-only">
        <tr {...as.row} className="border-b border-line text-sm text-muted">
          {columns.map(({ name, isNumber }) => (
            <th key={name} {...as.name} scope="col" className={`px-4 py-3 font-medium ${isNumber ? 'text-right' : ''}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...as.group} className="max-sm:block">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            {...as.row}
            className="border-b border-line/70 transition last:border-b-0 hover:bg-raised/60 max-sm:grid max-sm:gap-1 max-sm:px-4 max-sm:py-4"
          >
            {columns.map(({ name, cell, isNumber }) => (
              <td
                key={name}
                {...as.cell}
                data-name={name}
                className={`px-4 py-2.5 max-sm:flex max-sm:items-center max-sm:gap-3 max-sm:p-0 max-sm:before:w-20 max-sm:before:shrink-0 max-sm:before:text-sm max-sm:before:text-muted max-sm:before:content-[attr(data-name)/''] ${isNumber ? 'text-right tabular-nums max-sm:text-left' : ''}`}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
