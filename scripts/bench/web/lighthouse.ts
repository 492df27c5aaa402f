// Lighthouse scores for `npm run bench -- web --lighthouse`. Not a dependency (docs/decisions/021): npm keeps this
// version in the user's cache from its first use.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { type Finding, tell } from '#scripts/bench/measure.ts'
import { launchChromium } from '#scripts/testing/chromium.ts'

const lighthouse = 'lighthouse@13.5.0'
const aims = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
/** A slow-phone run takes about 20 seconds, its first download longer. */
const patienceMs = 300_000
const longestReport = 64 * 1024 ** 2

type Audit = { score: number | null; title: string; scoreDisplayMode: string; details?: { items?: unknown[] } }
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
  runtimeError?: { message: string }
}

export async function judgeByLighthouse(origin: string, pages: readonly { path: string }[]): Promise<Finding[]> {
  const port = await freePort()
  const browser = await launchChromium([`--remote-debugging-port=${port}`])
  const findings: Finding[] = []
  try {
    for (const { path } of pages) findings.push(...judged(path, await reportOf(`${origin}${path}`, port)))
  } finally {
    await browser.close()
  }
  return findings
}

async function reportOf(url: string, port: number): Promise<Report> {
  const npm = ['exec', '--yes', '--ignore-scripts', '--loglevel=error', lighthouse, '--', url]
  const asked = [`--only-categories=${Object.keys(aims).join()}`, '--output=json', '--output-path=stdout']
  const settings = ['--quiet', '--no-enable-error-reporting', `--port=${port}`]
  const limits = { timeout: patienceMs, maxBuffer: longestReport }
  const { stdout } = await promisify(execFile)('npm', [...npm, ...asked, ...settings], limits)
  const report = JSON.parse(stdout) as Report
  if (report.runtimeError) throw new Error(`Lighthouse could not judge ${url}: ${report.runtimeError.message}`)
  return report
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
    return tell(`${path}: Lighthouse's ${name}`, figure, { value: points, least: aim })
  })
}
