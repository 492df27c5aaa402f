/** Shorter words of a name are words of any sentence: "de", "la". */
const shortestName = 3

/**
 * True if a capitalized word of the text is one of the name's, whatever its case and accents there. In small letters
 * it may be an ordinary word: "luz", "paz".
 */
export function namesPerson(text: string, name: string): boolean {
  const names = new Set(wordsOf(name).filter((word) => word.length >= shortestName))
  return (text.match(/(?<!\p{L})\p{Lu}[\p{L}\p{M}]*/gu) ?? []).some((word) => names.has(plain(word)))
}

const wordsOf = (name: string) => plain(name).match(/\p{L}+/gu) ?? []

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
