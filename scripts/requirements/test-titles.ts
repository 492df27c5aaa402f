import { type CallExpression, type Node, parseSync, Visitor } from 'oxc-parser'

export interface Claim {
  readonly id: string
  readonly path: string
  /** Marked as `[CAT-07 partial]`. */
  readonly isPartial: boolean
}

const mark = /\[([A-Z]+-\d+)([^\]]*)\]/g
const groups = new Set(['describe', 'suite'])

/** Anything else in the brackets becomes part of the id, which then matches no row. */
export function claimsIn(title: string, path: string): Claim[] {
  return [...title.matchAll(mark)].map(([, id = '', rest = '']) => {
    const isPartial = rest === ' partial'
    return { id: isPartial ? id : `${id}${rest}`, path, isPartial }
  })
}

/** All ids of a test file, including skipped tests; each must exist. */
export function claimsOf(path: string, source: string): Claim[] {
  const claims: Claim[] = []
  const visitor = new Visitor({
    CallExpression(call) {
      if (isTest(call)) claims.push(...claimsIn(textOf(call.arguments[0]), path))
    },
  })
  visitor.visit(parseSync(path, source).program)
  return claims
}

const isFunction = ({ type }: Node) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression'

function isTest({ callee, arguments: given }: CallExpression): boolean {
  const chain = chainOf(callee)
  if (groups.has(chain[0] ?? '')) return false
  return given.slice(1).some(isFunction) || (chain.includes('todo') && given.length === 1)
}

/** `describe.skip` is [describe, skip]; `test.for(rows)` is [test, for]. */
function chainOf(callee: Node): string[] {
  if (callee.type === 'Identifier') return [callee.name]
  if (callee.type === 'CallExpression') return chainOf(callee.callee)
  if (callee.type !== 'MemberExpression') return []
  return [...chainOf(callee.object), ...(callee.property.type === 'Identifier' ? [callee.property.name] : [])]
}

/** The title's text, with … for parts known only at run time. */
function textOf(title: Node | undefined): string {
  if (title?.type === 'Literal') return String(title.value)
  if (title?.type === 'TemplateLiteral') return title.quasis.map(({ value }) => value.cooked ?? '').join('…')
  if (title?.type === 'BinaryExpression') return textOf(title.left) + textOf(title.right)
  return '…'
}
