import type { ImportLine, ParsedFile } from './parsed-file.ts'
import { type Room, rooms, testPackages } from './rooms.ts'
import { isIn, isTest, isTestMachinery, type Violation } from './source-file.ts'

export function resolveImport(from: string, target: string): string | undefined {
  if (target.startsWith('./')) return from.slice(0, from.lastIndexOf('/') + 1) + target.slice(2)
  return /^#(backend|frontend|scripts)\//.test(target) ? target.slice(1) : undefined
}

/** `hono` for `hono/cookie`, `@hono/node-server` for its parts, `node:` for Node's own modules. */
export function packageOf(target: string): string {
  if (target.startsWith('node:')) return 'node:'
  return target.split('/', target.startsWith('@') ? 2 : 1).join('/')
}

export function importProblems(files: readonly ParsedFile[], walls = rooms): Violation[] {
  return files.flatMap((file) =>
    file.imports.flatMap((imported) => {
      const problem = grammarProblem(imported) ?? crossing(file.path, imported, walls).problem
      return problem ? [{ rule: 'imports', path: file.path, line: imported.line, problem }] : []
    }),
  )
}

export function unusedGrants(files: readonly ParsedFile[], walls = rooms): Violation[] {
  const used = new Set(
    files.flatMap((file) =>
      file.imports.flatMap((imported) => {
        const { room, grant } = crossing(file.path, imported, walls)
        return room && grant ? [`${room} ${grant}`] : []
      }),
    ),
  )
  return walls.flatMap(({ room, may, mayTypes = [], packages, tests }) => {
    const forCode = [...may, ...mayTypes, ...packages].map((place) => ({ place, key: `${room} ${place}` }))
    const forTests = [...(tests?.may ?? []), ...(tests?.packages ?? [])].map((place) => ({
      place: `${place} for its tests`,
      key: `${room} tests ${place}`,
    }))
    const unused = [...forCode, ...forTests].filter(({ key }) => !used.has(key))
    return unused.map(({ place }) => {
      const problem = `${room} is granted ${place}, which nothing there needs`
      return { rule: 'unused grant', path: 'scripts/architecture/rooms.ts', line: 1, problem }
    })
  })
}

function grammarProblem({ target }: ImportLine): string | undefined {
  if (target.includes('../'))
    return `'${target}' climbs out of its folder: write #backend/..., #frontend/... or #scripts/...`
  const isOurs = target.startsWith('./') || target.startsWith('#')
  if (isOurs && !/\.[a-z]+(\?[a-z]+)?$/.test(target)) return `'${target}' has no extension`
  return undefined
}

interface Crossing {
  readonly problem?: string | undefined
  readonly room?: string
  readonly grant?: string | undefined
}

function crossing(path: string, imported: ImportLine, walls: readonly Room[]): Crossing {
  const row = walls.find((candidate) => isIn(path, candidate.room))
  if (!row || isTestMachinery(path)) return {}
  const to = resolveImport(path, imported.target)
  return to === undefined ? toPackage(path, row, packageOf(imported.target)) : toFile(path, row, to, imported)
}

function toPackage(path: string, { room, packages, tests }: Room, name: string): Crossing {
  const isOf = (allowed: string) => name === allowed || name.startsWith(`${allowed}/`)
  const grant = packages.find(isOf)
  if (grant !== undefined) return { room, grant }
  if (!isTest(path)) return { problem: `${room} must not import the package ${name}` }
  if (testPackages.some(isOf)) return {}
  const testGrant = tests?.packages?.find(isOf)
  return testGrant === undefined
    ? { problem: `tests of ${room} must not import the package ${name}` }
    : { room, grant: `tests ${testGrant}` }
}

function toFile(path: string, row: Room, to: string, { isTypeOnly }: ImportLine): Crossing {
  const { room, may, mayTypes = [], tests } = row
  const opens = (place: string) => isIn(to, place)
  if (isTestMachinery(to)) return toTestMachinery(path, row, to)
  const problem = insideProblem(path, to)
  if (opens(room)) return { problem }
  const grant = may.find(opens) ?? (isTypeOnly ? mayTypes.find(opens) : undefined)
  if (grant !== undefined) return { room, grant, problem }
  const testGrant = isTest(path) ? tests?.may?.find(opens) : undefined
  if (testGrant !== undefined) return { room, grant: `tests ${testGrant}` }
  if (isTest(path)) return { problem: `tests of ${room} must not import ${to}` }
  return { problem: `${room} ${mayTypes.some(opens) ? 'may import only types from' : 'must not import'} ${to}` }
}

/** Tests may import any test machinery; other files need a grant that names `testing/`. */
function toTestMachinery(path: string, { room, may }: Room, to: string): Crossing {
  if (isTest(path)) return {}
  const grant = may.find((place) => place.endsWith('testing/') && isIn(to, place))
  return grant === undefined ? { problem: `${to} is for tests only` } : { room, grant }
}

const fieldsAndLimits = ['*.limits.ts', '*-fields.ts', '*-kinds.ts']
const nounOf = (path: string) => /^backend\/domain\/([^/]+)\//.exec(path)?.[1]
const featureOf = (path: string) => /^frontend\/features\/([^/]+)\//.exec(path)?.[1]

function insideProblem(from: string, to: string): string | undefined {
  if (isIn(from, '*.contract.ts') && ['*.contract.ts', '*.limits.ts'].some((place) => isIn(to, place))) return undefined
  const [noun, otherNoun] = [nounOf(from), nounOf(to)]
  if (noun && otherNoun && noun !== otherNoun) return `the noun ${noun} must not know the rules of ${otherNoun}`
  if (isIn(from, '*.contract.ts') && noun && otherNoun && !fieldsAndLimits.some((place) => isIn(to, place))) {
    return 'a contract imports zod, contracts, limits, lists of fields and values of the domain only'
  }
  const [feature, otherFeature] = [featureOf(from), featureOf(to)]
  if (feature && otherFeature && feature !== otherFeature) return 'features meet in screens and in the layout only'
  return undefined
}
