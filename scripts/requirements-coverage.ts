// Which requirements have a test of their kind: the rows of docs/requirements.md against the ids in the titles of tests.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSources } from '#scripts/architecture/source-file.ts'
import { type Claim, claimsOf } from './requirements/test-titles.ts'

/** A line of the list: what is done and what must be seen. */
export interface Row {
  readonly id: string
  readonly text: string
  readonly kind: 'browser' | 'api' | 'db'
  /** Whether the row goes beyond the specification. */
  readonly isBeyond: boolean
}

export interface Coverage {
  readonly rows: readonly { readonly row: Row; readonly is: 'shown' | 'partial' | 'missing' }[]
  /** Titles that name no row, or claim more than a test of their kind can show. */
  readonly problems: readonly string[]
}

const beyond = '# Beyond the specification'
/** What a row of each kind counts from: api and db rows need the real server or database, browser rows a real page. */
const proves = {
  browser: /\.browser\.test\.ts$/,
  api: /\.(http|db|browser)\.test\.ts$/,
  db: /\.(http|db|browser)\.test\.ts$/,
}

/** The rows of the list that still hold. Throws for a row that does not say its kind, and for an id used twice. */
export function rowsOf(markdown: string): Row[] {
  const from = markdown.indexOf(`\n${beyond}`)
  const lines = [...markdown.matchAll(/^- \[([A-Z]+-\d{2,})\] (.*)$/gm)]
  const ids = new Set<string>()
  return lines.flatMap(({ 1: id = '', 2: text = '', index }) => {
    if (ids.has(id)) throw new Error(`[${id}] is the id of two rows`)
    ids.add(id)
    if (/\bwithdrawn\b/.test(text)) return []
    const kind = /\((browser|api|db)\)(?: \(decision [^)]*\))?$/.exec(text)?.[1] as Row['kind'] | undefined
    if (!kind) throw new Error(`[${id}] does not end with (browser), (api) or (db)`)
    return [{ id, text, kind, isBeyond: from !== -1 && index > from }]
  })
}

/** What is shown, shown in part, or missing; a test that does not run shows nothing. */
export function coverageOf(rows: readonly Row[], claims: readonly Claim[]): Coverage {
  const known = new Map(rows.map((row) => [row.id, row]))
  const problems = claims.flatMap(({ id, path, isPartial }) => {
    const row = known.get(id)
    if (!row) return [`${path} names [${id}], which is no row of docs/requirements.md`]
    if (isPartial || proves[row.kind].test(path)) return []
    return [`${path} cannot show all of [${id}], a (${row.kind}) row: its title may say [${id} partial]`]
  })
  const running = claims.filter(({ runs }) => runs)
  const found = rows.map((row) => {
    const own = running.filter(({ id }) => id === row.id)
    const isShown = own.some(({ path, isPartial }) => !isPartial && proves[row.kind].test(path))
    return { row, is: isShown ? ('shown' as const) : own.length > 0 ? ('partial' as const) : ('missing' as const) }
  })
  return { rows: found, problems }
}

const count = (rows: Coverage['rows'], is: string) => rows.filter((entry) => entry.is === is).length
const inWords = (rows: Coverage['rows']) =>
  `${count(rows, 'shown')} of ${rows.length} shown, ${count(rows, 'partial')} partial, ${count(rows, 'missing')} missing`

/** One line: the rows of the specification, and those beyond it. */
export function totalOf({ rows }: Coverage): string {
  const ofSpecification = rows.filter(({ row }) => !row.isBeyond)
  const others = rows.filter(({ row }) => row.isBeyond)
  return `Requirements: ${inWords(ofSpecification)}; beyond the specification: ${inWords(others)}`
}

/** A line for each section: its letters, then shown, partial and missing. */
export function tableOf({ rows }: Coverage): string {
  const sections = Map.groupBy(rows, ({ row }) => row.id.split('-')[0] ?? '')
  const line = (name: string, ...cells: (string | number)[]) =>
    name.padEnd(8) + cells.map((cell) => String(cell).padStart(8)).join('')
  const lines = [...sections].map(([name, of]) =>
    line(name, count(of, 'shown'), count(of, 'partial'), count(of, 'missing')),
  )
  return [line('', 'shown', 'partial', 'missing'), ...lines].join('\n')
}

/** The coverage of this repository as its files stand. */
export async function readCoverage(): Promise<Coverage> {
  const root = join(import.meta.dirname, '..')
  const rows = rowsOf(await readFile(join(root, 'docs/requirements.md'), 'utf8'))
  const tests = (await readSources(root)).filter(({ path }) => path.endsWith('.test.ts'))
  return coverageOf(
    rows,
    tests.flatMap(({ path, text }) => claimsOf(path, text)),
  )
}

if (import.meta.main) {
  const coverage = await readCoverage()
  if (process.argv.includes('--missing')) {
    for (const { row, is } of coverage.rows) if (is !== 'shown') console.log(`${is.padEnd(8)} [${row.id}] ${row.text}`)
    console.log('')
  }
  console.log(`${tableOf(coverage)}\n\n${totalOf(coverage)}`)
  for (const problem of coverage.problems) console.error(problem)
  process.exitCode = coverage.problems.length > 0 ? 1 : 0
}
