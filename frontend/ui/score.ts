// Scores from 1 to 5 as the shop writes them.
const atMostOneDecimal = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 })

/** `4,7` for a mean score of 4.666…, `5` for 5. */
export function formatScore(score: number): string {
  return atMostOneDecimal.format(score)
}
