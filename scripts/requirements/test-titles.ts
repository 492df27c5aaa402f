// Reads which requirements tests say they show: the ids in their titles.
import { type CallExpression, type Node, parseSync, Visitor } from 'oxc-parser'

/** One id in the title of one test. */
export interface Claim {
  readonly id: string
  readonly path: string
  /** The test shows a part of the row only: `[CAT-07 partial]`. */
  readonly isPartial: boolean
}

const mark = /\[([A-Z]+-\d+)([^\]]*)\]/g
const groups = new Set(['describe', 'suite'])

/** The ids in a title; what else stands in the brackets becomes part of the id, which no row has. */
export function claimsIn(title: string, path: string): Claim[] {
  return [...title.matchAll(mark)].map(([, id = '', rest = '']) => {
    const isPartial = rest === ' partial'
    return { id: isPartial ? id : `${id}${rest}`, path, isPartial }
  })
}

/** The ids in the titles of a test file, whether its tests run or not: every one must be that of a row. */
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

/** A call with a title and a body; that of `test.todo` is missing. */
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

/** The text of a title, with … for what is known only when it runs. */
function textOf(title: Node | undefined): string {
  if (title?.type === 'Literal') return String(title.value)
  if (title?.type === 'TemplateLiteral') return title.quasis.map(({ value }) => value.cooked ?? '').join('…')
  if (title?.type === 'BinaryExpression') return textOf(title.left) + textOf(title.right)
  return '…'
}
