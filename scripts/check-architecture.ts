// Checks the architecture; rules and tables are in scripts/architecture. --write also updates docs/ROOMS.md.
import { join } from 'node:path'
import { budgetProblems, readCounted } from '#scripts/architecture/budgets.ts'
import { figureProblems, openerProblems } from '#scripts/architecture/comments.ts'
import { cycleProblems } from '#scripts/architecture/cycles.ts'
import { oldWordProblems } from '#scripts/architecture/old-words.ts'
import { type ParsedFile, parseFile } from '#scripts/architecture/parsed-file.ts'
import { isTableCurrent, page, writeRooms } from '#scripts/architecture/rooms-table.ts'
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
  (files) => files.flatMap(openerProblems),
  (files) => files.flatMap(oldWordProblems),
]

export function checkArchitecture(files: readonly SourceFile[]): Violation[] {
  const parsed = files.map(parseFile)
  const found = rules.flatMap((rule) => rule(parsed))
  return found.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  if (process.argv.includes('--write')) await writeRooms(root)
  const files = await readSources(root)
  const pages = await readSources(root, { folders: ['docs'], kinds: /\.md$/ })
  const counted = await readCounted(root, files)
  const violations = [
    ...checkArchitecture(files),
    ...pages.flatMap(oldWordProblems),
    ...figureProblems(files),
    ...budgetProblems(counted),
  ]
  const isCurrent = await isTableCurrent(root)
  for (const { path, line, problem } of violations) console.log(`${path}:${line} ${problem}`)
  if (!isCurrent) console.log(`${page} shows other rooms than the walls: run npm run architecture`)
  console.log(`${files.length} files, ${violations.length} violations`)
  process.exitCode = violations.length > 0 || !isCurrent ? 1 : 0
}
