import type { FieldChange } from '#backend/domain/audit/audit.contract.ts'
import type { Change } from './changes-between.ts'
import { coverState } from './personal.ts'
import { pathName, valueText } from './wording/field-names.ts'

export function fieldChanges(stream: string, changes: readonly Change[]): FieldChange[] {
  return changes.flatMap((change) => {
    const name = pathName(change.path)
    // Skips the state before the first event.
    if (name === null || change.path === '') return []
    const text = (side: 'before' | 'after') => {
      const value = coverState(stream, change.path, change[side])
      // An empty list or object counts as none.
      return value === undefined || (typeof value === 'object' && value !== null) ? null : valueText(change.path, value)
    }
    const [before, after] = [text('before'), text('after')]
    return before === null && after === null ? [] : [{ name, before, after }]
  })
}
