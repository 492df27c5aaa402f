// Small made-up trees for the tests of the rules.
import { type ParsedFile, parseFile } from '#scripts/architecture/parsed-file.ts'
import type { Violation } from '#scripts/architecture/source-file.ts'

/** Files from `path: [lines]`, parsed. */
export function tree(files: Record<string, string[]>): ParsedFile[] {
  return Object.entries(files).map(([path, lines]) => parseFile({ path, text: lines.join('\n') }))
}

/** An import as a line of a source. */
export const from = (target: string, clause = '{ x }') => `import ${clause} from '${target}'`

/** A violation as the check prints it. */
export const printed = (found: readonly Violation[]) =>
  found.map(({ path, line, problem }) => `${path}:${line} ${problem}`)
