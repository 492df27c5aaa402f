// npm run bench [-- NAME ... --products=N …]: all benchmarks, or the named ones. Each compares the shop with a peer, a
// floor or an aim in the same run; docs/BENCHMARKS.md says what each answers. growth and memory take long, so these
// run only by name.
// --products: size of the catalogue of catalogue and memory. --events: size of the log of rebuild.
// --seconds: length of a turn of pages, catalogue and flood, and of memory and visibility.
// --rounds: visits of each page of web; --lighthouse: its scores instead.
import { askedOptions } from '#scripts/asked-options.ts'
import { append } from '#scripts/bench/append.ts'
import { catalogue } from '#scripts/bench/catalogue/catalogue.ts'
import { checkout } from '#scripts/bench/checkout.ts'
import { flood } from '#scripts/bench/flood.ts'
import { type Bench, openGround } from '#scripts/bench/ground.ts'
import { rebuild } from '#scripts/bench/growth/operator.ts'
import { growth } from '#scripts/bench/growth/requests.ts'
import { endingOf, type Finding } from '#scripts/bench/measure.ts'
import { memory } from '#scripts/bench/memory.ts'
import { pages } from '#scripts/bench/pages.ts'
import { stock } from '#scripts/bench/stock.ts'
import { visibility } from '#scripts/bench/visibility.ts'
import { web } from '#scripts/bench/web/web.ts'

const benches: Record<string, Bench> = {
  ...{ append, stock, rebuild, visibility, checkout, pages, catalogue, flood, web, growth, memory },
}
const number = { type: 'string' } as const
const { values, positionals } = askedOptions(import.meta.filename, {
  allowPositionals: true,
  options: { products: number, events: number, seconds: number, rounds: number, lighthouse: { type: 'boolean' } },
})
const { lighthouse, ...sizes } = values
const asked = Object.fromEntries(Object.entries(sizes).map(([name, value]) => [name, Number(value)]))
const names = Object.keys(benches)
const chosen = positionals.length > 0 ? positionals : names.filter((name) => !benches[name]?.isLong)

const unknown = chosen.find((name) => !names.includes(name))
if (unknown) {
  console.error(`There is no benchmark ${unknown}. There are: ${names.join(', ')}`)
  process.exitCode = 2
} else {
  await measureAll()
}

async function measureAll(): Promise<void> {
  const findings: Finding[] = []
  const ground = await openGround()
  try {
    for (const name of chosen) findings.push(...((await benches[name]?.run(ground, { ...asked, lighthouse })) ?? []))
  } finally {
    await ground.stop()
  }
  const aimed = findings.filter((finding) => finding.aim !== '')
  const missed = aimed.filter((finding) => !finding.isReached)
  const open = missed.map(({ what, aim }) => `${what} ${aim}`).join('; ')
  console.log(`${aimed.length - missed.length} of ${aimed.length} aims reached${open && `; missed: ${open}`}`)
  process.exitCode = endingOf(findings)
}
