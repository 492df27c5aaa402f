// The line of a product's prices, in steps, within a box of 100 × 40.
type Point = { at: string; price: number | null }
type Graph = { highest: number; lowest: number; lines: string[] }

const [width, height, edge] = [100, 40, 2]

/** A line for each time on sale, the last up to `now` in milliseconds. Undefined without a price. */
export function graphOf(points: readonly Point[], now: number): Graph | undefined {
  const prices = points.flatMap(({ price }) => price ?? [])
  if (prices.length === 0) return undefined
  const [highest, lowest] = [Math.max(...prices), Math.min(...prices)]
  const start = Date.parse(points[0]?.at ?? '')
  const span = Math.max(1, now - start)
  const x = (at: number) => round(((Math.min(at, now) - start) / span) * width)
  const y = (price: number) =>
    highest === lowest ? height / 2 : round(edge + ((highest - price) / (highest - lowest)) * (height - 2 * edge))
  const lines: string[] = []
  for (const [nth, { at, price }] of points.entries()) {
    if (price === null) continue
    const from = x(Date.parse(at))
    const to = x(Date.parse(points[nth + 1]?.at ?? '') || now)
    const isNew = points[nth - 1]?.price == null
    if (isNew) lines.push(`M${from} ${y(price)}H${to}`)
    else lines.push(`${lines.pop()}V${y(price)}H${to}`)
  }
  return { highest, lowest, lines }
}

function round(number: number): number {
  return Math.round(number * 100) / 100
}
