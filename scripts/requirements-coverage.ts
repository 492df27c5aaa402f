// Counts the requirements shown by the last `npm test`: compares docs/requirements.md with the titles of passed tests.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSources } from '#scripts/architecture/source-file.ts'
import { readReport, shownBy, skippedLines } from './requirements/reported-tests.ts'
import { type Claim, claimsOf } from './requirements/test-titles.ts'

type Part = 'specification' | 'beyond' | 'planned'

export interface Row {
  readonly id: string
  readonly text: string
  readonly kind: 'browser' | 'api' | 'db'
  readonly part: Part
}

export type Standing = { readonly row: Row; readonly is: 'shown' | 'partial' | 'missing' }

const headings = [
  ['# Planned', 'planned'],
  ['# Beyond the specification', 'beyond'],
] as const
/** Required kind of test: api and db rows need the real server or database, browser rows a real page. */
const proves = {
  browser: /\.browser\.test\.ts$/,
  api: /\.(http|db|browser)\.test\.ts$/,
  db: /\.(http|db|browser)\.test\.ts$/,
}

/** Rows still in force. Throws for a row without a kind, and for a duplicate id. */
export function rowsOf(markdown: string): Row[] {
  const begins = headings.map(([heading, part]) => [markdown.indexOf(`\n${heading}\n`), part] as const)
  const partAt = (at: number) => begins.find(([from]) => from !== -1 && at > from)?.[1] ?? 'specification'
  const lines = [...markdown.matchAll(/^- \[([A-Z]+-\d{2,})\] (.*)$/gm)]
  const ids = new Set<string>()
  return lines.flatMap(({ 1: id = '', 2: text = '', index }) => {
    if (ids.has(id)) throw new Error(`[${id}] is the id of two rows`)
    ids.add(id)
    if (/\bwithdrawn\b/.test(text)) return []
    const kind = /\((browser|api|db)\)(?: \(decision [^)]*\))?$/.exec(text)?.[1] as Row['kind'] | undefined
    if (!kind) throw new Error(`[${id}] does not end with (browser), (api) or (db)`)
    return [{ id, text, kind, part: partAt(index) }]
  })
}

/** Titles that name no row, or claim more than their kind of test can show. */
export function problemsOf(rows: readonly Row[], claims: readonly Claim[]): string[] {
  const known = new Map(rows.map((row) => [row.id, row]))
  return claims.flatMap(({ id, path, isPartial }) => {
    const row = known.get(id)
    if (!row) return [`${path} names [${id}], which is no row of docs/requirements.md`]
    if (isPartial || proves[row.kind].test(path)) return []
    return [`${path} cannot show all of [${id}], a (${row.kind}) row: its title may say [${id} partial]`]
  })
}

export function coverageOf(rows: readonly Row[], shown: readonly Claim[]): Standing[] {
  return rows.map((row) => {
    const own = shown.filter(({ id }) => id === row.id)
    const isShown = own.some(({ path, isPartial }) => !isPartial && proves[row.kind].test(path))
    return { row, is: isShown ? 'shown' : own.length > 0 ? 'partial' : 'missing' }
  })
}

const count = (rows: readonly Standing[], is: string) => rows.filter((entry) => entry.is === is).length
const inWords = (rows: readonly Standing[]) =>
  `${count(rows, 'shown')} of ${rows.length} shown, ${count(rows, 'partial')} partial, ${count(rows, 'missing')} missing`

export function totalOf(rows: readonly Standing[]): string {
  const of = (part: Part) => inWords(rows.filter(({ row }) => row.part === part))
  return `Requirements: ${of('specification')}; beyond the specification: ${of('beyond')}; planned: ${of('planned')}`
}

export function tableOf(rows: readonly Standing[]): string {
  const sections = Map.groupBy(rows, ({ row }) => row.id.split('-')[0] ?? '')
  const line = (name: string, ...cells: (string | number)[]) =>
    name.padEnd(8) + cells.map((cell) => String(cell).padStart(8)).join('')
  const lines = [...sections].map(([name, of]) =>
    line(name, count(of, 'shown'), count(of, 'partial'), count(of, 'missing')),
  )
  return [line('', 'shown', 'partial', 'missing'), ...lines].join('\n')
}

const root = join(import.meta.dirname, '..')

export const readRows = async () => rowsOf(await readFile(join(root, 'docs/requirements.md'), 'utf8'))

async function readProblems(): Promise<string[]> {
  const tests = (await readSources(root)).filter(({ path }) => path.endsWith('.test.ts'))
  return problemsOf(
    await readRows(),
    tests.flatMap(({ path, text }) => claimsOf(path, text)),
  )
}

async function tell(): Promise<void> {
  const tests = await readReport()
  if (!tests) throw new Error('No test has run here yet: `npm test` leaves the report that this reads.')
  const coverage = coverageOf(await readRows(), shownBy(tests))
  if (process.argv.includes('--missing'))
    for (const { row, is } of coverage) if (is !== 'shown') console.log(`${is.padEnd(8)} [${row.id}] ${row.text}`)
  for (const line of skippedLines(tests)) console.log(line)
  const passed = tests.filter(({ isPassed }) => isPassed).length
  console.log(`\n${tableOf(coverage)}\n\n${totalOf(coverage)}, by ${passed} tests that passed`)
}

if (import.meta.main) {
  const problems = await readProblems()
  if (!process.argv.includes('--titles')) await tell()
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
