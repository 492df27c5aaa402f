/** The leading integer; 1 if missing or below 1; at most `max`. */
export function parseQuantity(text: string, max: number): number {
  const parsed = Number.parseInt(text, 10)
  return parsed >= 1 ? Math.min(parsed, max) : 1
}
