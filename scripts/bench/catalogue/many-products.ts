// Makes the events of a catalogue of any size, the same ones every time.
import { netOf } from '#backend/domain/money.ts'
import { detailsOf, pricingOf, withDefaults } from '#backend/domain/product/product-fields.ts'
import type { Happening } from '#scripts/bench/growth/fill-log.ts'

export const kinds = [
  ...(['Placa de video', 'Procesador', 'Memoria', 'Monitor', 'Teclado mecánico', 'Mouse inalámbrico'] as const),
  ...(['Auriculares', 'Silla gamer', 'Gabinete', 'Fuente', 'Disco sólido', 'Joystick'] as const),
] as const
export const brands = ['Drakon', 'Kyntra', 'Lumora', 'Nexvolt', 'Orbis', 'Pulsar', 'Quanta', 'Ravik'] as const
export const colours = ['negro', 'blanco', 'rojo', 'azul', 'gris'] as const
export const series = ['Forge', 'Strata', 'Vanta', 'Halcyon', 'Ember', 'Cobalt', 'Zenith', 'Rift', 'Nimbus'] as const
const productsPerReview = 3
const productsPerSoldOut = 10

export function* manyProducts(count: number): Generator<Happening> {
  for (let productId = 1; productId <= count; productId++) yield* product(productId)
}

export function traitsOf(productId: number) {
  const pick = <T>(from: readonly [T, ...T[]], divisor: number): T =>
    from[Math.floor(productId / divisor) % from.length] ?? from[0]
  return {
    kind: pick(kinds, 1),
    brand: pick(brands, kinds.length),
    line: pick(series, 96),
    colour: pick(colours, 7),
    priceCents: 100_000 + ((productId * 7919) % 9_000_000),
    isInStock: productId % productsPerSoldOut !== 0,
  }
}

function* product(productId: number): Generator<Happening> {
  const { kind, brand, line, colour, priceCents, isInStock } = traitsOf(productId)
  const whole = withDefaults({
    name: `${kind} ${brand} ${line} ${productId}`,
    description: `${kind} de la serie ${line}, en ${colour}, con garantía del fabricante.`,
    category: kind,
    imageUrl: `/imagenes/${productId}.webp`,
    specs: Object.entries({ Marca: brand, Color: colour, Serie: line }).map(([name, value]) => ({ name, value })),
    priceCents,
  })
  const price = { ...pricingOf(whole), netCents: netOf(priceCents, whole), currency: 'ARS' }
  const added = { productId, ...detailsOf(whole), ...price }
  yield { stream: `product-${productId}`, event: { type: 'ProductAdded', data: added } }
  if (isInStock)
    yield { stream: `stock-${productId}`, event: { type: 'StockAdjusted', data: { productId, delta: 10_000 } } }
  if (productId % productsPerReview !== 0) return
  const review = { productId, userId: 1, text: 'Cumple con lo que dice.', score: 1 + (productId % 5) }
  yield { stream: `review-${productId}:1`, event: { type: 'ReviewPosted', data: review } }
}
