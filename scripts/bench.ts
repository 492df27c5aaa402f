// npm run bench [-- NAME ... --products=N …]: all benchmarks, or the named ones. Each compares the shop with a peer, a
// floor or an aim in the same run; docs/BENCHMARKS.md says what each answers. growth and memory take long, so these
// run only by name.
// --products: size of the catalogue of catalogue and memory. --events: size of the log of rebuild.
// --seconds: length of a turn of pages, catalogue and flood, and of memory and visibility.
// --rounds: turns of stock, and visits of each page of web; --lighthouse: its scores instead.
import { askedOptions } from '#scripts/asked-options.ts'
import { append } from '#scripts/bench/append.ts'
import { catalogue } from '#scripts/bench/catalogue/catalogue.ts'
import { checkout } from '#scripts/bench/checkout.ts'
import { flood } from '#scripts/bench/flood.ts'
import { type Asked, type Bench, openGround } from '#scripts/bench/ground.ts'
import { rebuild } from '#scripts/bench/growth/operator.ts'
import { growth } from '#scripts/bench/growth/requests.ts'
import { endingOf, type Finding } from '#scripts/bench/measure.ts'
import { memory } from '#scripts/bench/memory.ts'
import { pages } from '#scripts/bench/pages.ts'
import { stock } from '#scripts/bench/stock.ts'
import { visibility } from '#scripts/bench/visibility.ts'
import { web } from '#scripts/bench/web/web.ts'
import { takeOutput } from '#scripts/fault-injection/processes/child.ts'

process.on('exit', (code) => void (code && process.stderr.write(takeOutput())))

const usual: Record<string, Bench> = { append, stock, rebuild, visibility, checkout, pages, catalogue, flood, web }
const benches: Record<string, Bench> = { ...usual, growth, memory }
const { values, names } = askedOptions(import.meta.filename, {
  numbers: ['products', 'events', 'seconds', 'rounds'],
  flags: ['lighthouse'],
  names: true,
})
const chosen = names.length > 0 ? names : Object.keys(usual)
const unknown = chosen.find((name) => !(name in benches))
if (unknown) {
  console.error(`There is no benchmark ${unknown}. There are: ${Object.keys(benches).join(', ')}`)
  process.exitCode = 2
} else {
  await measureAll(values)
}

async function measureAll(asked: Asked): Promise<void> {
  const findings: Finding[] = []
  await using ground = new AsyncDisposableStack()
  const createDatabase = await openGround(ground)
  for (const name of chosen) {
    await using opened = new AsyncDisposableStack()
    findings.push(...((await benches[name]?.({ createDatabase, opened }, asked)) ?? []))
  }
  const aimed = findings.filter((finding) => finding.aim !== '')
  const missed = aimed.filter((finding) => !finding.isReached)
  const open = missed.map(({ what, aim }) => `${what} ${aim}`).join('; ')
  console.log(`${aimed.length - missed.length} of ${aimed.length} aims reached${open && `; missed: ${open}`}`)
  process.exitCode = endingOf(findings)
}
