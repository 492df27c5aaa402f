const atMostOneDecimal = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 })

/** Fill of each of five stars: 0, a half or 1. */
export function starFills(score: number): number[] {
  const stars = Math.round(2 * score) / 2
  return [1, 2, 3, 4, 5].map((star) => Math.min(1, Math.max(0, stars - star + 1)))
}

export function formatScore(score: number): string {
  return atMostOneDecimal.format(score)
}
