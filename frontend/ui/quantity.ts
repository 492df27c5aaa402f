// Quantities as a shopper types them.

/** The most units the shop takes for one line. */
const most = 1_000_000

/** The whole number that a typed quantity stands for: the integer it begins with, 1 when that is missing or below 1, and never above the most. */
export function parseQuantity(text: string): number {
  const parsed = Number.parseInt(text, 10)
  return parsed >= 1 ? Math.min(parsed, most) : 1
}
