// Reads from a test file which requirements its tests say they show: the ids in the titles of tests that run.
import { type CallExpression, type Node, parseSync, Visitor } from 'oxc-parser'

/** One id in the title of one test. */
export interface Claim {
  readonly id: string
  readonly path: string
  /** The test shows a part of the row only: `[CAT-07 partial]`. */
  readonly isPartial: boolean
  /** False for a test that never runs or is expected to fail. */
  readonly runs: boolean
}

const mark = /\[([A-Z]+-\d+)([^\]]*)\]/g
/** What keeps a test from running, or from having to pass. */
const stops = new Set(['skip', 'todo', 'fails', 'skipIf', 'runIf'])
const groups = new Set(['describe', 'suite'])

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

/** Whether an options object such as `{ skip: true }` is among the arguments. */
function isStoppedBy(options: Node): boolean {
  if (options.type !== 'ObjectExpression') return false
  return options.properties.some(
    (property) =>
      property.type === 'Property' &&
      property.key.type === 'Identifier' &&
      stops.has(property.key.name) &&
      !(property.value.type === 'Literal' && property.value.value === false),
  )
}

const isFunction = ({ type }: Node) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression'
const isStopped = ({ callee, arguments: given }: CallExpression) =>
  chainOf(callee).some((name) => stops.has(name)) || given.some(isStoppedBy)
/** A call with a title and a body; that of `test.todo` may be missing. */
const isTestOrGroup = (call: CallExpression) =>
  call.arguments.slice(1).some(isFunction) || (isStopped(call) && call.arguments.length === 1)

/** The ids in the titles of the tests of one file; what else stands in the brackets becomes part of the id, which no row has. */
export function claimsOf(path: string, source: string): Claim[] {
  const claims: Claim[] = []
  let stopped = 0
  const visitor = new Visitor({
    CallExpression(call) {
      if (!isTestOrGroup(call)) return
      if (isStopped(call)) stopped += 1
      if (groups.has(chainOf(call.callee)[0] ?? '')) return
      for (const [, id = '', rest = ''] of textOf(call.arguments[0]).matchAll(mark)) {
        const isPartial = rest === ' partial'
        claims.push({ id: isPartial ? id : `${id}${rest}`, path, isPartial, runs: stopped === 0 })
      }
    },
    'CallExpression:exit'(call) {
      if (isTestOrGroup(call) && isStopped(call)) stopped -= 1
    },
  })
  visitor.visit(parseSync(path, source).program)
  return claims
}
