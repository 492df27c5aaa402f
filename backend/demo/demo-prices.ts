// The demo's prices over ninety days. A reduction comes after more than thirty days at one price, so that it can be announced.
import { vatRates } from '#backend/domain/product/product.limits.ts'
import products from './demo-products.json' with { type: 'json' }

type Product = (typeof products)[number]
type Price = { daysAgo: number; priceCents: number }

/** Days ago and percent of today's price, from the oldest on. */
const courses: Readonly<Record<string, string>> = {
  'placa-vortex-vx-9070': '91 112, 47 118, 6 100',
  'silla-drakon-titan': '91 119, 52 125, 11 100',
  'monitor-lumora-g27-qhd': '91 115, 4 100',
  'ssd-silex-nv7-1tb': '91 126, 44 133, 9 100',
  'consola-drakon-nova-x': '91 107, 37 112, 2 100',
  'notebook-vortex-aero-14': '91 114, 13 100',
  'auriculares-kyntra-halo': '91 122, 48 128, 7 100',
  'procesador-silex-s7-9700': '91 115, 51 120, 16 100',
  'memoria-ardenix-prisma-32gb-6000': '91 109, 45 116, 5 100',
  'fuente-voltaris-nodo-750': '91 112, 10 100',
  'gabinete-tharsis-brisa': '91 117, 54 122, 14 100',
  // Campaigns that have ended.
  'monitor-lumora-g24': '91 96, 55 84, 41 100',
  'mouse-kyntra-pulse': '91 95, 48 82, 38 100',
  'placa-madre-orvex-b750m-wifi': '91 97, 50 86, 36 100',
}

/** All prices of a product, the first on the day of the opening and the last today's. Most rose once by little, some never. */
export function pricesOf({ slug, priceCents }: Product, index: number): [Price, ...Price[]] {
  const usual = index % 5 === 0 ? '91 100' : `91 ${97 - (index % 4)}, ${40 + ((index * 7) % 36)} 100`
  return (courses[slug] ?? usual).split(', ').map((point) => {
    const [daysAgo = 0, percent = 0] = point.split(' ').map(Number)
    return { daysAgo, priceCents: rounded(priceCents, percent) }
  }) as [Price, ...Price[]]
}

/** To thousands of pesos less one. */
function rounded(priceCents: number, percent: number): number {
  return percent === 100 ? priceCents : Math.round((priceCents * percent) / 100 / 100_000) * 100_000 - 100
}

/** Parts and computers have the lower rate, as by Argentine law; what isn't informatics the general one. */
const lowerVat = [
  ...['Placas de Video', 'Laptops', 'Procesadores', 'Almacenamiento', 'Monitores'],
  ...['Placas Madre', 'Memorias RAM', 'Fuentes', 'Gabinetes'],
]

export function vatRateOf({ category }: Product): number {
  return lowerVat.includes(category) ? vatRates[1] : vatRates[0]
}
