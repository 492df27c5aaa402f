/** Shorter words of a name are words of any sentence: "de", "la". */
const shortestName = 3

/**
 * True if a capitalized word of the text is one of the name's, whatever its case and accents there, or two words in a
 * row are. One in small letters may be an ordinary word: "luz", "paz".
 */
export function namesPerson(text: string, name: string): boolean {
  const names = new Set(wordsOf(name).filter((word) => word.length >= shortestName))
  const isName = wordsOf(text).map((word) => names.has(word))
  const capitalized = text.match(/(?<!\p{L})\p{Lu}[\p{L}\p{M}]*/gu) ?? []
  return capitalized.some((word) => names.has(plain(word))) || isName.some((is, at) => is && isName[at + 1] === true)
}

const wordsOf = (name: string) => plain(name).match(/\p{L}+/gu) ?? []

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
