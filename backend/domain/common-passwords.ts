// Passwords that guessers try first. The list is a package's (49,000 leaked ones), loaded when the first password is chosen.

/** Whether anybody would guess it early: one of the list, or the shop's name, whatever its letter case and the marks at its end. */
export async function isCommonPassword(password: string): Promise<boolean> {
  words ??= loadWords()
  const word = password.toLowerCase()
  const plain = word.replace(/[^\p{L}\d]+$/u, '')
  const list = await words
  return list.has(word) || list.has(plain) || /^gamertech\d*$/.test(plain)
}

let words: Promise<ReadonlySet<string>> | undefined

async function loadWords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
