// Arithmetic of scores. Pure.

/** Mean of scores from 1 to 5; null when there are none. */
export function averageScore(scores: readonly number[]): number | null {
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length
}

/** How many reviews gave 5, 4, 3, 2 and 1 stars, in that order. */
export function distribution(scores: readonly number[]): { stars: number; count: number }[] {
  return [5, 4, 3, 2, 1].map((stars) => ({
    stars,
    count: scores.filter((score) => Math.round(score) === stars).length,
  }))
}
