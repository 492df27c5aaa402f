// Comparing products: between two and four of one category, told by their ids in the address.

export const comparedLimits = { least: 2, most: 4 }

/** '3,5,8' -> distinct ids, as many as are compared; ignores anything else. */
export function readCompared(text: unknown): number[] {
  const ids = String(typeof text === 'number' ? text : typeof text === 'string' ? text : '').split(/[,.\s]+/)
  const read = ids.filter((id) => /^[1-9]\d{0,14}$/.test(id)).map(Number)
  return [...new Set(read)].slice(0, comparedLimits.most)
}
