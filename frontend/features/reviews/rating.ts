/** Counts for 5, 4, 3, 2 and 1 stars, in that order. */
export function distribution(scores: Readonly<Record<string, number>>): { stars: number; count: number }[] {
  return [5, 4, 3, 2, 1].map((stars) => ({ stars, count: scores[stars] ?? 0 }))
}
