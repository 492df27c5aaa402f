// What people ask for by the name of a maker or a product that this shop does not have: it leads to the category of such things.
import { searchText } from '#backend/readmodels/catalogue/catalogue-text.ts'

/** By category: names as they are typed. A name of one word may stand among others ('rtx 4070 ti'); one of two words is the whole search. */
const rivals: Readonly<Record<string, string>> = {
  'Placas de Video': 'rtx, gtx, geforce, nvidia, radeon',
  Procesadores: 'intel, ryzen, threadripper, i3, i5, i7, i9',
  Consolas: 'ps3, ps4, ps5, playstation, play 4, play 5, xbox, nintendo, switch 2, nintendo switch',
  Monitores: 'tv, televisor, televisores, smart tv',
}
const categoryOf = new Map(
  Object.entries(rivals).flatMap(([category, names]) => names.split(', ').map((name) => [name, category] as const)),
)

/** The category that a search leads to, and its other words; null if it names no such thing. */
export function rivalIn(text: string): { category: string; rest: string[] } | null {
  const words = searchText(text).match(/[a-z0-9]+/g) ?? []
  const whole = categoryOf.get(words.join(' '))
  if (whole !== undefined) return { category: whole, rest: [] }
  const known = words.find((word) => categoryOf.has(word))
  const category = known === undefined ? undefined : categoryOf.get(known)
  return category === undefined ? null : { category, rest: words.filter((word) => !categoryOf.has(word)) }
}
