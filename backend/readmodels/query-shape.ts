// Reads from Kysely's operation nodes which read models a query needs, and if it asks for whole rows by one column.
import {
  BinaryOperationNode,
  ColumnNode,
  type OperationNode,
  OperatorNode,
  PrimitiveValueListNode,
  ReferenceNode,
  SelectAllNode,
  SelectQueryNode,
  TableNode,
  ValueNode,
} from 'kysely'

export type RowsByColumn = { model: string; column: string; values: readonly unknown[] }

export function modelsIn(query: OperationNode): string[] {
  const models = new Set<string>()
  const visit = (part: unknown) => {
    if (typeof part !== 'object' || part === null) return
    const model = modelOf(part)
    if (model === undefined) Object.values(part).forEach(visit)
    else models.add(model)
  }
  visit(query)
  return [...models].sort()
}

function modelOf(part: object): string | undefined {
  if (!('kind' in part && TableNode.is(part as OperationNode))) return undefined
  const { schema, identifier } = (part as TableNode).table
  return schema?.name === 'rm' ? identifier.name : undefined
}

/** The parts of `select * from model where column = value` or `in (values)`; undefined for any other query. */
export function rowsByColumn(query: OperationNode): RowsByColumn | undefined {
  if (!SelectQueryNode.is(query)) return undefined
  const { kind: _, from, selections = [], where, ...others } = query
  const [table, ...further] = from?.froms ?? []
  const model = table && further.length === 0 ? modelOf(table) : undefined
  const isWhole = selections.length === 1 && selections.every(({ selection }) => SelectAllNode.is(selection))
  const condition = where?.where
  if (model === undefined || !isWhole || Object.keys(others).length > 0) return undefined
  if (!condition || !BinaryOperationNode.is(condition)) return undefined
  const { leftOperand: left, operator, rightOperand: right } = condition
  if (!ReferenceNode.is(left) || !ColumnNode.is(left.column) || !OperatorNode.is(operator)) return undefined
  const column = left.column.column.name
  if (operator.operator === '=' && ValueNode.is(right)) return { model, column, values: [right.value] }
  if (operator.operator === 'in' && PrimitiveValueListNode.is(right)) return { model, column, values: right.values }
  return undefined
}
