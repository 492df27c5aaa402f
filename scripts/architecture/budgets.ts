// The most lines that a group of rooms may have, so that the house stays readable. Raising one needs a decision record.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isIn, isTest, isTestMachinery, readSources, type SourceFile, type Violation } from './source-file.ts'

interface Budget {
  readonly group: string
  /** Folders (end in /), their direct files (end in /*) or files; a file counts for the first group that has it. */
  readonly places: readonly string[]
  readonly lines: number
}

/** Lower a figure whenever its group shrinks. */
export const budgets: readonly Budget[] = [
  { group: 'panel', places: ['frontend/features/panel/'], lines: 8_810 },
  { group: 'storefront', places: ['frontend/features/'], lines: 6_630 },
  { group: 'screens', places: ['frontend/screens/', 'frontend/layout/', 'frontend/ui/'], lines: 5_940 },
  { group: 'frontend root', places: ['frontend/'], lines: 2_220 },
  { group: 'domain', places: ['backend/domain/'], lines: 6_630 },
  {
    group: 'commands',
    places: ['backend/commands/', 'backend/policies/', 'backend/jobs/', 'backend/mails/'],
    lines: 3_820,
  },
  { group: 'event store', places: ['backend/eventstore/'], lines: 5_900 },
  { group: 'read models', places: ['backend/readmodels/'], lines: 4_210 },
  { group: 'http', places: ['backend/http/'], lines: 6_460 },
  { group: 'ops', places: ['backend/ops/'], lines: 4_450 },
  { group: 'gateways', places: ['backend/gateways/'], lines: 3_150 },
  {
    group: 'audit and long tasks',
    places: ['backend/audit/', 'backend/batches/', 'backend/operations/'],
    lines: 3_790,
  },
  { group: 'rest of the backend', places: ['backend/'], lines: 5_960 },
  {
    group: 'benches and drills',
    places: ['scripts/bench/', 'scripts/load/', 'scripts/fault-injection/', 'scripts/cluster-drill/'],
    lines: 4_880,
  },
  { group: 'scripts', places: ['scripts/'], lines: 2_480 },
  { group: 'migrations and build', places: ['migrations/', 'vite.config.ts', 'vitest.config.ts'], lines: 880 },
]

const others = { folders: ['backend', 'frontend', 'scripts', 'migrations'], kinds: /\.(js|css|sql)$/ }
const settings = ['vite.config.ts', 'vitest.config.ts']
const isCounted = ({ path }: SourceFile) =>
  !isTest(path) && !isTestMachinery(path) && !/(^|\/)(public|node_modules)\/|^scripts\/pictures\//.test(path)

/** All files that budgets count: of `sources`, and styles, SQL and the build's settings. */
export async function readCounted(root: string, sources: readonly SourceFile[]): Promise<SourceFile[]> {
  const read = async (path: string) => ({ path, text: await readFile(join(root, path), 'utf8') })
  const more = await Promise.all([readSources(root, others), ...settings.map(async (path) => [await read(path)])])
  return [...sources, ...more.flat()].filter(isCounted)
}

export function budgetProblems(files: readonly SourceFile[], limits = budgets): Violation[] {
  const left = new Map(limits.map((budget) => [budget, budget.lines]))
  for (const { path, text } of files) {
    const budget = limits.find(({ places }) => places.some((place) => isIn(path, place)))
    if (budget) left.set(budget, (left.get(budget) ?? 0) - text.split('\n').length + 1)
  }
  return [...left].flatMap(([{ group, lines, places }, rest]): Violation[] => {
    if (rest >= 0) return []
    const problem = `${group}: ${lines - rest} lines, at most ${lines}`
    return [{ rule: 'budget', path: places[0] ?? '', line: 1, problem }]
  })
}
