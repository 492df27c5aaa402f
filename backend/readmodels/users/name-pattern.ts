// A part of a name as it is typed, which finds the name whatever of it was typed with accents.

const alike = ['aáAÁ', 'eéEÉ', 'iíIÍ', 'oóOÓ', 'uúüUÚÜ', 'nñNÑ']

/** A pattern of PostgreSQL for `~*`: `lucia` and `Lucía` find each other, and no sign of the text means anything else than itself. */
export function namePattern(text: string): string {
  return text.normalize('NFC').replace(/./gsu, signPattern)
}

function signPattern(sign: string): string {
  const letters = alike.find((one) => one.includes(sign))
  if (letters) return `[${letters}]`
  return /[\p{L}\p{M}\p{N}\s]/u.test(sign) ? sign : `\\${sign}`
}
