// Common passwords: a package's list of 49,000 leaked ones, loaded on first use.

/**
 * Detects listed passwords, one or two repeated characters, and the shop's name or 'contraseña' with digits, ignoring
 * case, accents and trailing marks.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  words ??= loadWords()
  const word = password.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  if (new Set(word).size <= 2) return true
  const plain = word.replace(/[^\p{L}\d]+$/u, '')
  const list = await words
  return list.has(word) || list.has(plain) || /^(?:gamertech|contrasena)\d*$/.test(plain)
}

let words: Promise<ReadonlySet<string>> | undefined

async function loadWords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
