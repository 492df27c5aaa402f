// Lighthouse scores for `npm run bench -- web --lighthouse`. Not a dependency (docs/decisions/021): npm downloads
// this version into the user's cache on first use.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { type Finding, tell } from '#scripts/bench/measure.ts'
import { launchChromium } from '#scripts/testing/chromium.ts'

const version = '13.5.0'
const shelf = join(homedir(), '.cache/gamertech')
const aims = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
/** A slow-phone run takes about 20 seconds. */
const patienceMs = 120_000

type Audit = { score: number | null; title: string; scoreDisplayMode: string; details?: { items?: unknown[] } }
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
  runtimeError?: { message: string }
}

/** Reports the four scores of each address, and the audits that cost points. */
export async function judgeByLighthouse(origin: string, pages: readonly { path: string }[]): Promise<Finding[]> {
  const program = await fetched()
  const port = await freePort()
  const browser = await launchChromium([`--remote-debugging-port=${port}`])
  const findings: Finding[] = []
  try {
    for (const { path } of pages) findings.push(...judged(path, await reportOf(program, `${origin}${path}`, port)))
  } finally {
    await browser.close()
  }
  return findings
}

/** Moves a complete download into place, so that an interrupted one is repeated. */
async function fetched(): Promise<string> {
  const home = join(shelf, `lighthouse-${version}`)
  const program = join(home, 'node_modules/lighthouse/cli/index.js')
  if (await stat(program).catch(() => undefined)) return program
  console.log(`web: fetching Lighthouse ${version} into ${home}`)
  await mkdir(shelf, { recursive: true })
  const workshop = await mkdtemp(`${home}-`)
  try {
    const settings = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
    await promisify(execFile)('npm', ['install', '--prefix', workshop, ...settings, `lighthouse@${version}`])
    await rename(workshop, home)
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
  return program
}

async function reportOf(program: string, url: string, port: number): Promise<Report> {
  const folder = await mkdtemp(join(shelf, 'report-'))
  const file = join(folder, 'report.json')
  try {
    const asked = [`--only-categories=${Object.keys(aims).join()}`, '--output=json', `--output-path=${file}`]
    const settings = ['--quiet', '--no-enable-error-reporting', `--port=${port}`]
    await promisify(execFile)(process.execPath, [program, url, ...asked, ...settings], { timeout: patienceMs })
    const report = JSON.parse(await readFile(file, 'utf8')) as Report
    if (report.runtimeError) throw new Error(`Lighthouse could not judge ${url}: ${report.runtimeError.message}`)
    return report
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function judged(path: string, { categories, audits }: Report): Finding[] {
  return Object.entries(aims).map(([name, aim]) => {
    const { score, auditRefs } = categories[name] ?? { score: null, auditRefs: [] }
    const points = Math.round((score ?? 0) * 100)
    const costly = auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id]
      return weight > 0 && audit?.score !== null && audit && audit.score < 0.9 ? [`${id} (${audit.title})`] : []
    })
    const figure = [`${points}`, ...costly].join(', ')
    return tell({ what: `${path}: Lighthouse's ${name}`, figure, aim: `>= ${aim}`, isReached: points >= aim })
  })
}
