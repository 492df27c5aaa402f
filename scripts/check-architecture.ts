// Guards the walls: import arrows, cycles, names without meaning, long files, and the one reader of the environment.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImportLine, importsOf, packageOf, resolveImport } from '#scripts/architecture/imports.ts'
import { drawerNames, isIn, type Room, rooms } from '#scripts/architecture/rooms.ts'

/** A file of the project: its path from the root, with slashes, and its text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** What is wrong and where; `line` counts from 1. */
export interface Violation {
  readonly path: string
  readonly line: number
  readonly problem: string
}

const longestFile = 250
const environmentReader = 'backend/config/config.ts'
/** Tests, and what only they import. */
const isTest = (path: string) => /(\.test|-fixture|\.examples|\.child)\.tsx?$|\/testing\//.test(path)
const isGenerated = (path: string) => path.endsWith('.gen.ts')
const nounOf = (path: string) => /^backend\/domain\/([^/]+)\//.exec(path)?.[1]
const featureOf = (path: string) => /^frontend\/features\/([^/]+)\//.exec(path)?.[1]

function grammarProblem({ target }: ImportLine): string | undefined {
  if (target.includes('../'))
    return `'${target}' climbs out of its folder: write #backend/..., #frontend/... or #scripts/...`
  const isOurs = target.startsWith('./') || target.startsWith('#')
  if (isOurs && !/\.[a-z]+(\?[a-z]+)?$/.test(target)) return `'${target}' has no extension`
  return undefined
}

function insideProblem(from: string, to: string): string | undefined {
  const [noun, otherNoun] = [nounOf(from), nounOf(to)]
  if (noun && otherNoun && noun !== otherNoun) return `the noun ${noun} must not know the rules of ${otherNoun}`
  if (isIn(from, '*.contract.ts') && noun && otherNoun && !isIn(to, '*.contract.ts')) {
    return 'a contract reaches the browser: it imports zod and values of the domain only'
  }
  const [feature, otherFeature] = [featureOf(from), featureOf(to)]
  if (feature && otherFeature && feature !== otherFeature) return 'features meet in screens and in the layout only'
  return undefined
}

function arrowProblem(file: SourceFile, room: Room, imported: ImportLine): string | undefined {
  const to = resolveImport(file.path, imported.target)
  if (to === undefined) {
    const name = packageOf(imported.target)
    const isAllowed =
      room.packages === 'any' || room.packages.some((allowed) => name === allowed || name.startsWith(`${allowed}/`))
    return isAllowed ? undefined : `${room.room} must not import the package ${name}`
  }
  const places = [room.room, ...room.may, ...(imported.isTypeOnly ? (room.mayTypes ?? []) : [])]
  if (places.some((place) => isIn(to, place))) return insideProblem(file.path, to)
  const isTypeDoor = (room.mayTypes ?? []).some((place) => isIn(to, place))
  return isTypeDoor ? `${room.room} may import only types from ${to}` : `${room.room} must not import ${to}`
}

function importProblems(file: SourceFile): Violation[] {
  const room = rooms.find((candidate) => isIn(file.path, candidate.room))
  return importsOf(file.text).flatMap((imported) => {
    const arrow = room && !isTest(file.path) ? arrowProblem(file, room, imported) : undefined
    const problem = grammarProblem(imported) ?? arrow
    return problem ? [{ path: file.path, line: imported.line, problem }] : []
  })
}

function shapeProblems({ path, text }: SourceFile): Violation[] {
  const found: Violation[] = []
  const drawer = path.split('/').find((part) => drawerNames.has(part.split('.')[0] ?? ''))
  if (drawer) found.push({ path, line: 1, problem: `the name '${drawer}' does not say what is inside` })
  const lines = text.trimEnd().split('\n')
  if (lines.length > longestFile && !isTest(path) && !isGenerated(path)) {
    found.push({ path, line: longestFile + 1, problem: `${lines.length} lines: split it (at most ${longestFile})` })
  }
  lines.forEach((line, at) => {
    // In two pieces so that this line does not find itself.
    const reads = line.includes(`process${'.env'}`) && path !== environmentReader
    if (reads) found.push({ path, line: at + 1, problem: `only ${environmentReader} reads the environment` })
  })
  return found
}

function cycleProblems(files: readonly SourceFile[]): Violation[] {
  const known = new Map(files.map((file) => [file.path, file]))
  const done = new Set<string>()
  const found: Violation[] = []
  function visit(file: SourceFile, trail: readonly string[]): void {
    if (done.has(file.path)) return
    for (const { target, line, isTypeOnly } of importsOf(file.text)) {
      const to = known.get(resolveImport(file.path, target) ?? '')
      if (!to || isTypeOnly) continue
      const start = [...trail, file.path].indexOf(to.path)
      if (start === -1) visit(to, [...trail, file.path])
      else
        found.push({
          path: file.path,
          line,
          problem: `cycle: ${[...trail.slice(start), file.path, to.path].join(' -> ')}`,
        })
    }
    done.add(file.path)
  }
  for (const file of files) visit(file, [])
  return found
}

/** Every violation in `files`, by path and line. */
export function checkArchitecture(files: readonly SourceFile[]): Violation[] {
  const found = [...files.flatMap((file) => [...importProblems(file), ...shapeProblems(file)]), ...cycleProblems(files)]
  return found.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
}

/** The TypeScript sources below `root`. */
export async function readSources(root: string): Promise<SourceFile[]> {
  const folders = ['backend', 'frontend', 'scripts']
  const entries = await Promise.all(
    folders.map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true })),
  )
  const wanted = entries.flat().filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
  return await Promise.all(
    wanted.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      return { path: path.slice(root.length + 1).replaceAll('\\', '/'), text: await readFile(path, 'utf8') }
    }),
  )
}

if (import.meta.main) {
  const files = await readSources(join(import.meta.dirname, '..'))
  const violations = checkArchitecture(files)
  for (const { path, line, problem } of violations) console.log(`${path}:${line} ${problem}`)
  console.log(`${files.length} files, ${violations.length} violations`)
  process.exitCode = violations.length > 0 ? 1 : 0
}
