// Reads numbers with units as people write them: '1.920', '2,4 kg', '27 pulgadas', '1 TB' where the unit is GB.

/** Other spellings of a unit, in lower case. */
const spellings: Readonly<Record<string, string>> = {
  pulgadas: '"',
  pulgada: '"',
  '”': '"',
  '″': '"',
  in: '"',
  watts: 'w',
  watt: 'w',
  gramos: 'g',
  kilos: 'kg',
  meses: 'mes',
  horas: 'h',
  grados: '°',
}
/** How many of the first unit of its group each holds. */
const groups: readonly Readonly<Record<string, number>>[] = [
  { mb: 1, gb: 1000, tb: 1_000_000 },
  { mm: 1, cm: 10, m: 1000 },
  { g: 1, kg: 1000 },
  { hz: 1, khz: 1000, mhz: 1_000_000, ghz: 1_000_000_000 },
  { w: 1, kw: 1000 },
  { 'mb/s': 1, 'gb/s': 1000 },
]
const number = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d+))?(?![.,]?\d)/

/**
 * The number at the beginning of a text, in `unit`; undefined without one, for another unit, or for a range or product
 * ('3,9 a 5,2 GHz', '140 x 62 cm'), which are several numbers. A number without a unit is in `unit`.
 */
export function readNumber(text: string, unit: string): number | undefined {
  const plain = text.trim()
  const [found = '', whole = '', part = ''] = number.exec(plain) ?? []
  if (found === '') return undefined
  const value = Number(`${whole.replaceAll('.', '')}.${part || '0'}`)
  const rest = plain.slice(found.length).trim()
  if (rest === '') return value
  const [, said = '', after = ''] = /^([^\s\d,;()]+)(.*)$/s.exec(rest) ?? []
  if (/^\s*(?:x|×|a|y|o|-|–|\/|\+)\s*\d/.test(after)) return undefined
  const factor = factorBetween(plainUnit(said), plainUnit(unit))
  return factor === undefined ? undefined : Number((value * factor).toPrecision(12))
}

function plainUnit(unit: string): string {
  const lower = unit.toLowerCase()
  return spellings[lower] ?? lower
}

function factorBetween(from: string, to: string): number | undefined {
  if (from === to) return 1
  const group = groups.find((units) => Object.hasOwn(units, from) && Object.hasOwn(units, to))
  return group && (group[from] ?? 1) / (group[to] ?? 1)
}
