// A panel table; on phones and tablets each row is a card with labelled values.
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMedia } from '#frontend/ui/use-media.ts'
import { panelPrice } from './panel-price.ts'

export type Column<Row> = {
  name: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
  /** Sort key of the column's head. */
  sort?: string
}

/** `by`: a column's `sort`, after a minus if descending. */
export type Sorting = { by: string; onSort: (by: string) => void }
export type Choosing<Row> = {
  isChosen: (row: Row) => boolean
  onChoose: (rows: readonly Row[], isChosen: boolean) => void
  nameOf: (row: Row) => string
}

type Props<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => number | string
  /** In place of a table without rows. */
  none?: string
  sorting?: Sorting | undefined
  choosing?: Choosing<Row> | undefined
}

// Restores table roles, since some browsers drop them when `display` changes.
const as = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  name: { role: 'columnheader' },
  cell: { role: 'cell' },
}

export function PanelTable<Row>(props: Props<Row>) {
  const { rows, none, choosing } = props
  const isTable = useIsTable()
  if (none && rows.length === 0) return <p className="px-4 py-6 text-center text-muted">{none}</p>
  const all = choosing && (
    <Choice
      label="Elegir toda la página"
      isChosen={rows.length > 0 && rows.every(choosing.isChosen)}
      onChoose={(isChosen) => choosing.onChoose(rows, isChosen)}
    />
  )
  return (
    <>
      {!isTable && all && (
        <div className="flex min-h-12 items-center border-b border-line px-4 text-sm text-muted">
          {all}
          <span aria-hidden>Elegir toda la página</span>
        </div>
      )}
      <Table {...props} all={isTable && all} />
    </>
  )
}

/** `all`: the select-all box in the head. */
function Table<Row>({ label, columns, rows, keyOf, sorting, choosing, all }: Props<Row> & { all: ReactNode }) {
  return (
    <table {...as.table} aria-label={label} className="w-full border-collapse text-left text-[0.95rem] max-lg:block">
      <thead {...as.group} className="max-lg:sr-only">
        <tr {...as.row} className="border-b border-line text-sm text-muted">
          {columns.map((column, index) => (
            <Heading key={column.name} column={column} sorting={sorting}>
              {index === 0 && all}
            </Heading>
          ))}
        </tr>
      </thead>
      <tbody {...as.group} className="max-lg:block">
        {rows.map((row) => (
          <TableRow key={keyOf(row)} row={row} columns={columns} choosing={choosing} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps<Row> = { row: Row; columns: readonly Column<Row>[]; choosing: Choosing<Row> | undefined }

function TableRow<Row>({ row, columns, choosing }: RowProps<Row>) {
  return (
    <tr
      {...as.row}
      className="border-b border-line/70 transition last:border-b-0 hover:bg-raised/60 max-lg:grid max-lg:gap-1 max-lg:px-4 max-lg:py-4 sm:max-lg:grid-cols-2 sm:max-lg:gap-x-6"
    >
      {columns.map(({ name, cell, isNumber }, index) => (
        <td
          key={name}
          {...as.cell}
          data-name={name}
          className={`px-3 py-2.5 xl:px-4 lg:[&_button]:whitespace-nowrap max-lg:flex max-lg:items-center max-lg:gap-3 max-lg:p-0 max-lg:before:w-20 max-lg:before:shrink-0 max-lg:before:text-sm max-lg:before:text-muted max-lg:before:content-[attr(data-name)/''] ${isNumber ? 'text-right tabular-nums max-lg:text-left' : ''} ${choosing && index === 0 ? 'whitespace-nowrap' : ''}`}
        >
          {choosing && index === 0 && (
            <Choice
              label={`Elegir ${choosing.nameOf(row)}`}
              isChosen={choosing.isChosen(row)}
              onChoose={(isChosen) => choosing.onChoose([row], isChosen)}
            />
          )}
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

type HeadingProps<Row> = { column: Column<Row>; sorting: Sorting | undefined; children: ReactNode }

const directions = { none: ArrowUpDown, ascending: ArrowUp, descending: ArrowDown }

/** Tailwind's lg; narrower screens show cards. */
const useIsTable = () => useMedia('(min-width: 64rem)', true)

/** A press sorts by the column, another reverses. Above cards the heads are hidden, so they have no buttons. */
function Heading<Row>({ column: { name, isNumber, sort }, sorting, children }: HeadingProps<Row>) {
  const isTable = useIsTable()
  // The select-all box stands beside the name.
  const look = `px-3 py-3 font-medium xl:px-4 ${isNumber ? 'text-right' : ''} ${children ? 'whitespace-nowrap' : ''}`
  if (!sort || !sorting || !isTable)
    return (
      <th {...as.name} scope="col" className={look}>
        {children}
        {name}
      </th>
    )
  const direction = sorting.by === sort ? 'ascending' : sorting.by === `-${sort}` ? 'descending' : 'none'
  const Arrow = directions[direction]
  return (
    <th {...as.name} scope="col" aria-sort={direction} className={look}>
      {children}
      <button
        type="button"
        onClick={() => sorting.onSort(direction === 'ascending' ? `-${sort}` : sort)}
        className={`inline-flex min-h-8 items-center gap-1.5 rounded text-left hover:text-text ${direction === 'none' ? '' : 'text-text'}`}
      >
        {name}
        <Arrow className={`size-3.5 shrink-0 ${direction === 'none' ? 'opacity-50' : ''}`} />
      </button>
    </th>
  )
}

type ChoiceProps = { label: string; isChosen: boolean; onChoose: (isChosen: boolean) => void }

function Choice({ label, isChosen, onChoose }: ChoiceProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isChosen}
      onChange={(event) => onChoose(event.target.checked)}
      className="mr-3 size-5 shrink-0 cursor-pointer align-middle"
    />
  )
}

export function PriceCell({ amount }: { amount: number }) {
  return <span className="whitespace-nowrap">{panelPrice(amount)}</span>
}

/** Beside the name of a row that differs from the others. */
export function Pill({ children }: { children: ReactNode }) {
  return (
    <span className="rounded-full border border-line bg-raised px-2.5 py-0.5 text-xs font-semibold text-muted">
      {children}
    </span>
  )
}
