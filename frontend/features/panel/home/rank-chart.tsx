import { PatternLines } from '@visx/pattern'
import { scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { type ReactNode, useId } from 'react'
import { countText } from '#frontend/features/panel/operations/words.ts'

/** `isHatched`: marks rows without relying on colour. */
export type RankRow = { key: number | string; name: ReactNode; count: number; isHatched?: boolean }

const height = 10
const tile = { width: 6, height: 6 }

export function RankChart({ rows, label }: { rows: readonly RankRow[]; label: string }) {
  const hatch = useId()
  const length = scaleLinear({ domain: [0, Math.max(1, ...rows.map(({ count }) => count))], range: [0, 100] })
  return (
    <>
      <svg width={0} height={0} aria-hidden="true" className="absolute">
        <PatternLines id={hatch} {...tile} orientation={['diagonal']} stroke="var(--color-cyan)" strokeWidth={2} />
      </svg>
      <ol aria-label={label} className="flex flex-col gap-3">
        {rows.map((row) => (
          <Rank key={row.key} row={row} percent={length(row.count)} hatch={`url(#${hatch})`} />
        ))}
      </ol>
    </>
  )
}

type RankProps = { row: RankRow; percent: number; hatch: string }

function Rank({ row: { name, count, isHatched }, percent, hatch }: RankProps) {
  const fill = isHatched ? { fill: hatch, className: 'stroke-cyan' } : { className: 'fill-violet' }
  return (
    <li>
      <div className="flex items-baseline justify-between gap-4 text-[0.95rem]">
        <span className="min-w-0 truncate">{name}</span>
        <span className="font-semibold tabular-nums">{countText(count)}</span>
      </div>
      <svg width="100%" height={height} aria-hidden="true" className="mt-1 block overflow-hidden rounded-sm bg-raised">
        <Bar width={`${percent}%`} height={height} {...fill} />
      </svg>
    </li>
  )
}
