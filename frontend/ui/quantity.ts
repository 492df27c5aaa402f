// Quantities as a shopper types them.

/** The whole number that a typed quantity stands for: the integer it begins with, and 1 when that is missing or below 1. */
export function parseQuantity(text: string): number {
  const parsed = Number.parseInt(text, 10)
  return Number.isSafeInteger(parsed) && parsed >= 1 ? parsed : 1
}
