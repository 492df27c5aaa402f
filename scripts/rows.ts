// Which requirements have a test: the rows of docs/requirements.md against the ids in the titles of the tests.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSources, type SourceFile } from './check-architecture.ts'

interface Row {
  readonly id: string
  readonly text: string
}

const id = /\[([A-Z]+-\d{2,})\]/g

/** The rows of the list that still hold. */
export function rowsOf(markdown: string): Row[] {
  return markdown.split('\n').flatMap((line) => {
    const [, name, text] = /^- \[([A-Z]+-\d{2,})\] (.*)$/.exec(line) ?? []
    return name && text && !/\bwithdrawn\b/.test(text) ? [{ id: name, text }] : []
  })
}

/** The ids that stand in the tests, comments aside. */
export function testedIds(files: readonly SourceFile[]): Set<string> {
  const lines = files
    .filter(({ path }) => /\.test\.tsx?$/.test(path))
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => !/^\s*(\/\/|\*)/.test(line))
  return new Set(lines.flatMap((line) => [...line.matchAll(id)].map((match) => match[1] ?? '')))
}

/** Rows with and without a test per area, the rows without, and ids in tests that no row has. */
export function compare(rows: readonly Row[], tested: ReadonlySet<string>) {
  const areas = Map.groupBy(rows, (row) => row.id.split('-')[0] ?? '')
  const known = new Set(rows.map((row) => row.id))
  return {
    areas: [...areas].map(([area, list]) => ({
      area,
      all: list.length,
      tested: list.filter((row) => tested.has(row.id)).length,
    })),
    untested: rows.filter((row) => !tested.has(row.id)),
    unknown: [...tested].filter((name) => !known.has(name)),
  }
}

async function report(): Promise<boolean> {
  const root = join(import.meta.dirname, '..')
  const rows = rowsOf(await readFile(join(root, 'docs/requirements.md'), 'utf8'))
  const { areas, untested, unknown } = compare(rows, testedIds(await readSources(root)))
  for (const { id: name, text } of untested) console.log(`[${name}] ${text}`)
  console.log('')
  for (const { area, all, tested } of areas) console.log(`${area.padEnd(6)} ${String(tested).padStart(3)} of ${all}`)
  console.log(`\n${rows.length - untested.length} of ${rows.length} rows have a test`)
  for (const name of unknown) console.error(`A test names [${name}], which is no row of docs/requirements.md`)
  return unknown.length === 0
}

if (import.meta.main) process.exitCode = (await report()) ? 0 : 1
