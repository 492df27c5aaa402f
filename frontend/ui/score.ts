// Scores from 1 to 5 as the shop writes them.
const atMostOneDecimal = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 })

/** How much of each of the five stars a score fills: 0, a half or 1. */
export function starFills(score: number): number[] {
  const stars = Math.round(2 * score) / 2
  return [1, 2, 3, 4, 5].map((star) => Math.min(1, Math.max(0, stars - star + 1)))
}

/** `4,7` for a mean score of 4.666…, `5` for 5. */
export function formatScore(score: number): string {
  return atMostOneDecimal.format(score)
}
