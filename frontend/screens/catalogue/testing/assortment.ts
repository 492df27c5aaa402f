// A shop whose products tell a right order, search and filter from a wrong one.
import type { Page } from 'playwright'
import { test as browserTest, expect } from '#frontend/testing/browser-test.ts'
import { openTestShop } from '#frontend/testing/shop.ts'

const peripherals = 'Periféricos'
const monitors = 'Monitores'

/** What is for sale, by id. Nine names hold 'gamer', eight of them among the peripherals. */
const forSale = [
  { name: 'Zócalo gamer', price: 100, category: peripherals },
  { name: 'teclado GAMER', price: 9.5, category: peripherals },
  { name: 'Ñandú gamer', price: 1000, category: peripherals },
  { name: 'nube Gamer', price: 20, category: peripherals },
  { name: 'Nylon gamer', price: 250.75, category: peripherals },
  { name: 'Árbol gamer', price: 99.99, category: peripherals },
  { name: 'arco gamer', price: 3000, category: peripherals },
  { name: 'Oso Gamer', price: 45, category: peripherals },
  { name: 'Ábaco', price: 10.5, category: monitors },
  { name: 'Cámara web', price: 5, category: monitors },
  { name: 'Chasis', price: 700, category: monitors },
  { name: 'Cable', price: 12, category: peripherals, description: 'Todo gamer necesita uno.' },
  { name: 'ñoqui lámpara', price: 60, category: monitors },
  { name: 'Nácar', price: 80, category: monitors },
  { name: 'Pantalla gamer', price: 650, category: monitors },
]
const inactive = { name: 'Fantasma gamer', price: 1, category: peripherals }
const soldOut = { name: 'Agotado gamer', price: 2, category: peripherals, stock: 0 }

/** As the Spanish alphabet has them: letter case and accents do not count, ñ comes after n. */
const inAlphabet = [
  ...['Ábaco', 'Árbol gamer', 'arco gamer', 'Cable', 'Cámara web', 'Chasis', 'Nácar', 'nube Gamer', 'Nylon gamer'],
  ...['Ñandú gamer', 'ñoqui lámpara', 'Oso Gamer', 'Pantalla gamer', 'teclado GAMER', 'Zócalo gamer'],
]

type Product = (typeof forSale)[number]

const names = (products: readonly Product[]) => products.map(({ name }) => name)
const byId = names(forSale)
const cheapestFirst = names(forSale.toSorted((one, other) => one.price - other.price))
const holdGamer = (name: string) => name.toLowerCase().includes('gamer')

/** Orders and choices of the products for sale, each by their names. */
export const assortment = {
  byId,
  inAlphabet,
  cheapestFirst,
  inactive: inactive.name,
  soldOut: soldOut.name,
  /** The names that hold 'gamer'. */
  gamer: byId.filter(holdGamer),
  of: (category: string) => names(forSale.filter((product) => product.category === category)),
  peripherals,
  monitors,
  priceOf: (name: string) => forSale.find((product) => product.name === name)?.price ?? Number.NaN,
}

/** A test of the catalogue with `store`, a shop with the assortment: look, change nothing. */
export const test = browserTest.extend('store', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const shop = await openTestShop()
  onCleanup(() => shop.stop())
  for (const product of [...forSale, inactive, soldOut]) {
    const { id } = await shop.addProduct(product)
    if (product === inactive) await shop.changeProduct(id, { isActive: false })
  }
  return shop
})

const pageSize = 6

/** Walks from the first page to the last by 'Página siguiente': the cards are these, in this order, and no others. */
export async function expectCards(page: Page, expected: readonly string[]): Promise<void> {
  const main = page.getByRole('main')
  const next = main.getByRole('button', { name: 'Página siguiente' }).first()
  for (let first = 0; first < expected.length; first += pageSize) {
    if (first > 0) await next.click()
    const cards = expected.slice(first, first + pageSize).map((name) => name.toLocaleUpperCase('es-AR'))
    await expect(main.getByRole('article').getByRole('heading')).toHaveText(cards)
  }
  await expect(next).toBeDisabled()
}
