export const checkNames = {
  schema: { name: 'esquema', of: 'objetos de la base' },
  positions: { name: 'posiciones', of: 'eventos' },
  versions: { name: 'versiones', of: 'streams' },
  events: { name: 'eventos', of: 'eventos' },
  chain: { name: 'cadena', of: 'eventos encadenados' },
  commands: { name: 'comandos', of: 'ids' },
  stock: { name: 'stock', of: 'productos' },
  keys: { name: 'claves', of: 'cuentas' },
  claims: { name: 'correos', of: 'reservados' },
  accounts: { name: 'cuentas', of: 'cuentas' },
  counters: { name: 'contadores', of: 'contadores' },
  erased: { name: 'cuentas borradas', of: 'cuentas' },
  orders: { name: 'unidades de las órdenes', of: 'órdenes' },
  money: { name: 'pagos de las órdenes', of: 'órdenes' },
  jobs: { name: 'trabajos', of: 'que debe haber' },
  checkpoints: { name: 'avance', of: 'proyecciones y reactores' },
  'dead-letters': { name: 'eventos sin aplicar', of: 'apartados' },
} as const
export type CheckOfLog = keyof typeof checkNames
export type Check = CheckOfLog | 'read-models' | 'kept-rows'
export type Finding = { check: Check; subject: string; message: string }

export const mostNamed = 1000

export class Tally {
  readonly check: Check
  looked = 0
  faults = 0
  readonly found: Finding[] = []

  constructor(check: Check) {
    this.check = check
  }

  add(subject: string | number, message: string): void {
    this.faults++
    if (this.found.length < mostNamed) this.found.push({ check: this.check, subject: String(subject), message })
  }
}

export type Tallies = Readonly<Record<CheckOfLog, Tally>>

export function newTallies(): Tallies {
  const checks = Object.keys(checkNames) as CheckOfLog[]
  return Object.fromEntries(checks.map((check) => [check, new Tally(check)])) as Tallies
}
