// Passwords that guessers try first. The list is a package's (49,000 leaked ones), loaded when the first password is chosen.

/**
 * Whether anybody would guess it early: one of the list, one or two characters over and over, or the shop's name or 'contraseña' with digits,
 * whatever the letter case, the accents and the marks at its end.
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
