type Sign = '|' | ':'

/** ['a', 'b'] gives 'a|b'; escapes the sign and \ with \. */
export function joinTexts(texts: readonly string[], sign: Sign): string {
  return texts
    .map((text) => text.replace(/[\\|:]/g, (each) => (each === sign || each === '\\' ? `\\${each}` : each)))
    .join(sign)
}

export function splitTexts(joined: string, sign: Sign): string[] {
  const texts = ['']
  for (const [piece] of joined.matchAll(/\\.|./gsu)) {
    if (piece === sign) texts.push('')
    else texts[texts.length - 1] += piece.length > 1 && piece.startsWith('\\') ? piece.slice(1) : piece
  }
  return texts
}

/** 'Núcleos:8|Zócalo:SX5'. */
export function joinSpecs(specs: readonly { name: string; value: string }[]): string {
  return joinTexts(
    specs.map(({ name, value }) => joinTexts([name, value], ':')),
    '|',
  )
}

/** Null if malformed. */
export function splitSpecs(joined: string): { name: string; value: string }[] | null {
  const specs = splitTexts(joined, '|').map((pair) => splitTexts(pair, ':').map((text) => text.trim()))
  if (specs.some((pair) => pair.length !== 2 || pair.includes(''))) return null
  return specs.map(([name = '', value = '']) => ({ name, value }))
}

/** Unique names; null if one is empty. */
export function splitBrands(joined: string): string[] | null {
  const brands = [...new Set(splitTexts(joined, '|').map((brand) => brand.trim()))]
  return brands.includes('') ? null : brands
}
