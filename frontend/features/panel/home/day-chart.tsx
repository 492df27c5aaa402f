// Daily income and refunds as column pairs. Hatching distinguishes refunds without colour.
import { PatternLines } from '@visx/pattern'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useId } from 'react'
import { panelPrice } from '#frontend/features/panel/panel-price.ts'
import { dayText, shortAmount } from './figures.ts'
import { useSize } from './use-size.ts'

export type DayColumn = { day: string; income: number; refunded: number }

const margin = { top: 12, right: 4, bottom: 28, left: 64 }
/** Width of a day's label, in pixels. */
const labelWidth = 56

type Props = { days: readonly DayColumn[]; summary: string }

/** Fills its container's height. No animation. */
export function DayChart({ days, summary }: Props) {
  const [frame, size] = useSize<HTMLDivElement>()
  const hatch = useId()
  return (
    <div className="flex grow flex-col">
      <div ref={frame} className="relative min-h-60 grow">
        <svg role="img" aria-label={summary} className="absolute inset-0 size-full">
          <PatternLines
            id={hatch}
            width={6}
            height={6}
            orientation={['diagonal']}
            stroke="var(--color-magenta)"
            strokeWidth={2}
          />
          {size.width > 0 && <Columns days={days} size={size} hatch={`url(#${hatch})`} />}
        </svg>
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
        <LegendItem name="Cobrado" fill="var(--color-violet)" />
        <LegendItem name="Devuelto" fill={`url(#${hatch})`} stroke="var(--color-magenta)" />
      </ul>
    </div>
  )
}

type ColumnsProps = Pick<Props, 'days'> & { size: { width: number; height: number }; hatch: string }

function Columns({ days, size: { width, height }, hatch }: ColumnsProps) {
  const top = Math.max(1, ...days.map(({ income, refunded }) => Math.max(income, refunded)))
  const x = scaleBand({ domain: days.map(({ day }) => day), range: [margin.left, width - margin.right], padding: 0.25 })
  const y = scaleLinear({ domain: [0, top], range: [height - margin.bottom, margin.top], nice: true })
  const every = Math.ceil(labelWidth / Math.max(1, x.step()))
  return (
    <>
      {y.ticks(4).map((tick) => (
        <g key={tick}>
          <line x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
          <text x={margin.left - 8} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-muted text-xs">
            {shortAmount(tick)}
          </text>
        </g>
      ))}
      {days.map((column, index) => (
        <Pair
          key={column.day}
          column={column}
          place={{ left: x(column.day) ?? 0, width: x.bandwidth(), bottom: height - 8 }}
          yOf={y}
          hatch={hatch}
          // Counted from today, which always has a label.
          isNamed={(days.length - 1 - index) % every === 0}
        />
      ))}
    </>
  )
}

type PairProps = {
  column: DayColumn
  /** `bottom`: baseline of the day's label. */
  place: { left: number; width: number; bottom: number }
  yOf: (amount: number) => number
  hatch: string
  isNamed: boolean
}

/** A day's columns; the hover area spans the full height. */
function Pair({ column: { day, income, refunded }, place: { left, width, bottom }, yOf, hatch, isNamed }: PairProps) {
  const half = width / 2
  const barOf = (amount: number) => ({ y: yOf(amount), width: half, height: yOf(0) - yOf(amount) })
  return (
    <g>
      <title>{`${dayText(day)}: cobrado ${panelPrice(income)}, devuelto ${panelPrice(refunded)}`}</title>
      <rect x={left} y={margin.top} width={width} height={yOf(0) - margin.top} className="fill-transparent" />
      <Bar x={left} {...barOf(income)} className="fill-violet" />
      {refunded > 0 && <Bar x={left + half} {...barOf(refunded)} fill={hatch} className="stroke-magenta" />}
      {isNamed && (
        <text x={left + half} y={bottom} textAnchor="middle" className="fill-muted text-xs">
          {dayText(day)}
        </text>
      )}
    </g>
  )
}

function LegendItem({ name, fill, stroke }: { name: string; fill: string; stroke?: string }) {
  return (
    <li className="flex items-center gap-2">
      <svg width={14} height={14} aria-hidden="true">
        <rect width={14} height={14} rx={2} fill={fill} stroke={stroke} />
      </svg>
      {name}
    </li>
  )
}
