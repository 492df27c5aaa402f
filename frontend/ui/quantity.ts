// Quantities as a shopper types them.

/** The whole number that a typed quantity stands for: the integer it begins with, 1 when that is missing or below 1, and at most `max`. */
export function parseQuantity(text: string, max: number): number {
  const parsed = Number.parseInt(text, 10)
  return parsed >= 1 ? Math.min(parsed, max) : 1
}
