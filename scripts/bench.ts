// npm run bench [-- NAME ... --events=N …]: all benchmarks, or the named ones. Each compares the shop with a peer or
// a floor in the same run. growth, partitions and panel fill databases with long histories, and memory runs for ten
// minutes (--seconds=600), so these run only by name.
// --events: size of the whole log (0: growth without the operator's part); --cart, --stock, --reviews, --bought:
// events of one cart and one product's stock, reviews of one product, orders of one buyer.
// --products: size of the catalogue; reads measures three sizes by default. --seconds: length of a turn of reads.
// --reads: reads per shop and turn of replicas.
// --rounds: visits of each page of web; --lighthouse: its scores instead. --shoppers: of checkout, which then
// measures only the whole sale.
// --orders, --users (with --products, --events): size of the shop behind the panel.
import { askedOptions } from '#scripts/asked-options.ts'
import { run as append } from '#scripts/bench/append.ts'
import { run as cart } from '#scripts/bench/cart.ts'
import { run as catalogue } from '#scripts/bench/catalogue/catalogue.ts'
import { run as checkout } from '#scripts/bench/checkout/checkout.ts'
import { run as completeness } from '#scripts/bench/completeness.ts'
import { run as disk } from '#scripts/bench/disk.ts'
import { run as flood } from '#scripts/bench/flood/flood.ts'
import type { Ground } from '#scripts/bench/ground.ts'
import { openGround } from '#scripts/bench/ground.ts'
import { run as growth } from '#scripts/bench/growth/growth.ts'
import { run as hotStream } from '#scripts/bench/hot-stream.ts'
import { run as http } from '#scripts/bench/http/http.ts'
import { endingOf, type Finding } from '#scripts/bench/measure.ts'
import { run as panel } from '#scripts/bench/panel/panel.ts'
import { run as partitions } from '#scripts/bench/partitions/partitions.ts'
import { run as memory } from '#scripts/bench/reads/memory.ts'
import { run as reads } from '#scripts/bench/reads/reads.ts'
import { run as rebuild } from '#scripts/bench/rebuild.ts'
import { run as replicas } from '#scripts/bench/replicas/replicas.ts'
import { run as stock } from '#scripts/bench/stock.ts'
import { run as visibility } from '#scripts/bench/visibility.ts'
import { run as web } from '#scripts/bench/web/web.ts'

const onGround: Record<string, (ground: Ground) => Promise<Finding[]>> = {
  append,
  'hot-stream': hotStream,
  cart,
  stock,
  checkout: (ground) =>
    checkout(ground, { ...(options.shoppers !== undefined && { shoppers: Number(options.shoppers) }) }),
  rebuild,
  visibility,
  completeness,
  disk,
  catalogue: (ground) => catalogue(ground, Number(options.products ?? 50_000)),
  reads: (ground) =>
    reads(ground, {
      seconds: Number(options.seconds),
      ...(options.products !== undefined && { products: Number(options.products) }),
    }),
  memory: (ground) =>
    memory(ground, { products: Number(options.products ?? 10_000), seconds: Number(options.seconds) }),
  panel: (ground) =>
    panel(ground, {
      orders: Number(options.orders),
      users: Number(options.users),
      products: Number(options.products ?? 50_000),
      events: Number(options.events ?? 2_000_000),
    }),
  growth: (ground) =>
    growth(ground, {
      events: Number(options.events ?? 5_000_000),
      cart: Number(options.cart),
      stock: Number(options.stock),
      reviews: Number(options.reviews),
      orders: Number(options.bought),
    }),
  partitions: (ground) => partitions(ground, Number(options.events ?? 5_000_000)),
}
const named = ['growth', 'partitions', 'panel', 'memory']
const { values: options, positionals } = askedOptions(import.meta.filename, {
  allowPositionals: true,
  options: {
    events: { type: 'string' },
    orders: { type: 'string', default: '100000' },
    users: { type: 'string', default: '100000' },
    cart: { type: 'string', default: '50000' },
    stock: { type: 'string', default: '200000' },
    reviews: { type: 'string', default: '50000' },
    bought: { type: 'string', default: '2000' },
    products: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    reads: { type: 'string', default: '8000' },
    rounds: { type: 'string', default: '3' },
    shoppers: { type: 'string' },
    lighthouse: { type: 'boolean', default: false },
  },
})
const names = [...Object.keys(onGround), 'replicas', 'flood', 'http', 'pages', 'web']
const chosen = positionals.length > 0 ? positionals : names.filter((name) => !named.includes(name))

const unknown = chosen.find((name) => !names.includes(name))
if (unknown) {
  console.error(`There is no benchmark ${unknown}. There are: ${names.join(', ')}`)
  process.exitCode = 2
} else {
  await measureAll()
}

async function measureAll(): Promise<void> {
  const subjects = chosen.filter((name) => name in onGround)
  const findings: Finding[] = []
  if (subjects.length > 0) {
    const ground = await openGround()
    try {
      for (const name of subjects) findings.push(...((await onGround[name]?.(ground)) ?? []))
    } finally {
      await ground.stop()
    }
  }
  if (chosen.includes('replicas')) findings.push(...(await replicas(Number(options.reads))))
  if (chosen.includes('flood')) findings.push(...(await flood()))
  for (const name of ['http', 'pages'] as const) if (chosen.includes(name)) await http(name)
  if (chosen.includes('web')) findings.push(...(await web(Number(options.rounds), { lighthouse: options.lighthouse })))
  const aimed = findings.filter((finding) => finding.aim !== '')
  const missed = aimed.filter((finding) => !finding.isReached)
  const open = missed.map(({ goal, aim }) => `${goal} ${aim}`).join(', ')
  if (aimed.length > 0)
    console.log(`${aimed.length - missed.length} of ${aimed.length} aims reached${open && `; missed: ${open}`}`)
  process.exitCode = endingOf(findings)
}
