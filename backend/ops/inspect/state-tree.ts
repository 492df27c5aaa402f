import { type Change, entriesOf, isBranch } from '#backend/audit/changes-between.ts'
import { toDecimal } from '#backend/domain/money.ts'

/** Lines of `name: value`, nested ones indented by two blanks; texts as they are, amounts as decimals. */
export function treeLines(value: unknown, indent = ''): string[] {
  if (!isBranch(value)) return [`${indent}${leaf(value)}`]
  const currency = 'currency' in value && typeof value.currency === 'string' ? `${value.currency} ` : ''
  return entriesOf(value).flatMap(([name, inner]) => {
    if (isBranch(inner)) return [`${indent}${name}:`, ...treeLines(inner, `${indent}  `)]
    return [
      `${indent}${isAmount(name, inner) ? `${amountName(name)}: ${currency}` : `${name}: `}${leafOf(name, inner)}`,
    ]
  })
}

/** '+ a.b: 2', '- a.b: 1' or '~ a.b: 1 → 2'. */
export function changeLine({ path, ...change }: Change): string {
  const isOfMoney = isAmount(path, change.before ?? change.after)
  const name = path === '' ? '' : `${isOfMoney ? amountName(path) : path}: `
  const [before, after] = [leafOf(path, change.before), leafOf(path, change.after)]
  if (!('before' in change)) return `+ ${name}${after}`
  if (!('after' in change)) return `- ${name}${before}`
  return `~ ${name}${before} → ${after}`
}

function isAmount(name: string, value: unknown): value is number {
  return name.endsWith('Cents') && Number.isSafeInteger(value)
}

function amountName(name: string): string {
  return name.slice(0, -'Cents'.length)
}

function leafOf(name: string, value: unknown): string {
  return isAmount(name, value) ? toDecimal(value).toFixed(2) : leaf(value)
}

function leaf(value: unknown): string {
  if (value === null || value === undefined) return 'nada'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
