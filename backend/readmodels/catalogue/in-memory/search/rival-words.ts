// Leads searches for brands and products that the shop does not sell to their category.
import { searchText } from '#backend/readmodels/catalogue/catalogue-text.ts'

/** A single-word name may stand among other words ('rtx 4070 ti'); a name of two words must be the whole search. */
const rivals: Readonly<Record<string, string>> = {
  'Placas de Video': 'rtx, gtx, geforce, nvidia, radeon',
  Procesadores: 'intel, ryzen, threadripper, i3, i5, i7, i9',
  Consolas: 'ps3, ps4, ps5, playstation, play 4, play 5, xbox, nintendo, switch 2, nintendo switch',
  Monitores: 'tv, televisor, televisores, smart tv',
}
const categoryOf = new Map(
  Object.entries(rivals).flatMap(([category, names]) => names.split(', ').map((name) => [name, category] as const)),
)

export function rivalIn(text: string): { category: string; rest: string[] } | null {
  const words = searchText(text).match(/[a-z0-9]+/g) ?? []
  const whole = categoryOf.get(words.join(' '))
  if (whole !== undefined) return { category: whole, rest: [] }
  const known = words.find((word) => categoryOf.has(word))
  const category = known === undefined ? undefined : categoryOf.get(known)
  return category === undefined ? null : { category, rest: words.filter((word) => !categoryOf.has(word)) }
}
