// Guards the walls of the house; the rules and their tables are in scripts/architecture.
import { join } from 'node:path'
import { cycleProblems } from '#scripts/architecture/cycles.ts'
import { withoutKnown } from '#scripts/architecture/exceptions.ts'
import { knownExceptions } from '#scripts/architecture/known-exceptions.ts'
import { type ParsedFile, parseFile } from '#scripts/architecture/parsed-file.ts'
import { folderProblems, shapeProblems } from '#scripts/architecture/shape.ts'
import { readSources, type SourceFile, type Violation } from '#scripts/architecture/source-file.ts'
import { tableProblems, unusedReaders } from '#scripts/architecture/tables.ts'
import { importProblems, unusedGrants } from '#scripts/architecture/walls.ts'

const rules: readonly ((files: readonly ParsedFile[]) => Violation[])[] = [
  importProblems,
  unusedGrants,
  cycleProblems,
  tableProblems,
  unusedReaders,
  folderProblems,
  (files) => files.flatMap(shapeProblems),
]

/** Every violation in `files`, by path and line, but for the known exceptions. */
export function checkArchitecture(files: readonly SourceFile[], known = knownExceptions): Violation[] {
  const parsed = files.map(parseFile)
  const found = rules.flatMap((rule) => rule(parsed))
  return withoutKnown(found, known).sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
}

if (import.meta.main) {
  const files = await readSources(join(import.meta.dirname, '..'))
  const violations = checkArchitecture(files)
  for (const { path, line, problem } of violations) console.log(`${path}:${line} ${problem}`)
  console.log(`${files.length} files, ${violations.length} violations, ${knownExceptions.length} known exceptions`)
  process.exitCode = violations.length > 0 ? 1 : 0
}
