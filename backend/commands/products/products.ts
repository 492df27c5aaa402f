// An admin's changes of products: texts, prices, stock, and whether they are sold. Stock decisions use the guarded
// numbers, never the stream, which every sale makes longer.

import { readStock } from '#backend/commands/availability.ts'
import { type Picture, withFirst } from '#backend/domain/product/gallery.limits.ts'
import { type Product, type ProductCommand, product } from '#backend/domain/product/product.ts'
import {
  type DetailsForm,
  detailsOf,
  type ProductFields,
  type ProductForm,
  type ProductParts,
  pricingOf,
  withDefaults,
} from '#backend/domain/product/product-fields.ts'
import { mergeForm, refuseOtherwise } from '#backend/domain/product/product-merge.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { isSameContent } from '#backend/domain/same-content.limits.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { type StockCommand, stock } from '#backend/domain/stock/stock.ts'
import { AlreadyAccepted, type Handled } from '#backend/eventstore/commands/command.ts'
import { transact, type UnitOfWork } from '#backend/eventstore/commands/transact.ts'
import { GuardRefused } from '#backend/eventstore/log/append-entry.ts'
import { streamName } from '#backend/eventstore/log/stream-id.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'
import { checkAttributes, moveSku } from './product-checks.ts'

export type NewProduct = {
  details: DetailsForm
  /** Default: only imageUrl. */
  pictures?: Picture[] | undefined
  priceCents: number
  currency: string
  units: number
  /** Default: true. */
  isActive?: boolean | undefined
}

/**
 * Returns the id; a repeat under the same command id returns the first one's. Throws Rejection attributes_invalid if the
 * category's schema refuses it; sku_in_use.
 */
export async function addProduct(
  store: ShopStore,
  context: ShopContext,
  { details, currency, units, ...apart }: NewProduct,
): Promise<Handled<number>> {
  const productId = await store.nextId('product')
  const whole = withDefaults({ ...details, ...apart })
  const { pictures, isActive } = whole
  const adding = transactStock(store, context, 'AddProduct', async (unit, move) => {
    await checkAttributes(unit, null, whole)
    await moveSku(unit, productId, null, whole.sku)
    const added = unit.absent(product, productId)
    unit.decide(
      product,
      added,
      { type: 'AddProduct', productId, details: detailsOf(whole), pricing: pricingOf(whole), currency },
      { type: 'ChangePictures', productId, pictures: withFirst(pictures, whole.imageUrl) },
      ...(isActive ? [] : [{ type: 'DeactivateProduct', productId } as const]),
    )
    await move(unit, { type: 'AdjustStock', productId, delta: units })
    return productId
  })
  return adding.catch(async (error: unknown) => {
    if (!(error instanceof AlreadyAccepted)) throw error
    return { result: await productAt(store, error.position), position: error.position, appended: false }
  })
}

async function productAt(store: ShopStore, position: number): Promise<number> {
  const [event] = await store.readAfter(position - 1, 1)
  const [, id] = (event ? streamName(store.log, event.stream_id) : '').split('-')
  return Number(id)
}

export type ProductChange = {
  productId: number
  details: DetailsForm
  /** Default: unchanged, except the first, which is imageUrl. */
  pictures?: Picture[] | undefined
  priceCents: number
  isActive: boolean
  units: number
  /** Units as the caller saw them; moving by the difference keeps sales in between. */
  unitsSeen?: number | undefined
  /** The product as the caller saw it; untouched parts keep other admins' changes. */
  seen?: ProductForm | undefined
}

/**
 * Throws Rejection not_found; product_changed if another admin changed the same since `seen`; below_held_stock if
 * open orders hold more units; attributes_invalid if the category's schema cannot read a changed one; sku_in_use.
 */
export function modifyProduct(store: ShopStore, context: ShopContext, change: ProductChange): Promise<Handled<void>> {
  const { productId, details, pictures, units, unitsSeen, seen } = change
  return transactStock(store, context, 'ModifyProduct', async (unit, move) => {
    const loaded = await unit.load(product, productId)
    if (!loaded.state) throw new Rejection('not_found')
    const form = { ...details, pictures, priceCents: change.priceCents, isActive: change.isActive }
    const whole = mergeForm(loaded.state, seen ?? {}, form)
    await checkAttributes(unit, loaded.state, whole)
    await moveSku(unit, productId, loaded.state.sku, whole.sku)
    unit.decide(product, loaded, ...commandsOf(productId, loaded.state, whole))
    await move(
      unit,
      unitsSeen === undefined
        ? { type: 'SetAvailable', productId, available: units }
        : { type: 'AdjustStock', productId, delta: units - unitsSeen },
    )
  })
}

function commandsOf(productId: number, present: Product, whole: ProductFields): ProductCommand[] {
  const { isActive, pictures, imageUrl } = whole
  const gallery = withFirst(pictures, imageUrl)
  // Another first picture is only a change of the details.
  const isKept = isSameContent(gallery, withFirst(present.pictures, imageUrl))
  return [
    ...(isKept ? [] : [{ type: 'ChangePictures', productId, pictures: gallery } as const]),
    { type: 'ChangeDetails', productId, details: detailsOf(whole) },
    { type: 'ChangePrice', productId, pricing: pricingOf(whole) },
    { type: isActive ? 'ActivateProduct' : 'DeactivateProduct', productId },
  ]
}

/**
 * Changes parts from `before` to `after`, moving the stock by the difference. Throws as modifyProduct;
 * product_changed if a part matches neither. Texts of attributes are taken as they are: a plan checked
 * them, or an undo brings them back.
 */
export function changeParts(
  store: ShopStore,
  context: ShopContext,
  { productId, before, after }: { productId: number; before: ProductParts; after: ProductParts },
): Promise<Handled<void>> {
  const { stock: from = 0, ...seen } = before
  const { stock: to = from, ...form } = after
  return transactStock(store, context, 'ModifyProduct', async (unit, move) => {
    const loaded = await unit.load(product, productId)
    if (!loaded.state) throw new Rejection('not_found')
    const whole = mergeForm(loaded.state, seen, { ...loaded.state, ...form })
    await moveSku(unit, productId, loaded.state.sku, whole.sku)
    unit.decide(product, loaded, ...commandsOf(productId, loaded.state, whole))
    await move(unit, { type: 'AdjustStock', productId, delta: to - from })
  })
}

/** Withdraws a product with its available units. Throws Rejection not_found; product_changed if it isn't as `seen`. */
export function withdrawProduct(
  store: ShopStore,
  context: ShopContext,
  { productId, seen }: { productId: number; seen: ProductParts },
): Promise<Handled<void>> {
  return transactStock(store, context, 'ModifyProduct', async (unit, move) => {
    const loaded = await unit.load(product, productId)
    if (!loaded.state) throw new Rejection('not_found')
    refuseOtherwise(loaded.state, seen)
    unit.decide(product, loaded, { type: 'DeactivateProduct', productId })
    await move(unit, { type: 'SetAvailable', productId, available: 0 })
  })
}

/** Throws Rejection below_held_stock. */
export function changeStock(store: ShopStore, context: ShopContext, command: StockCommand): Promise<Handled<void>> {
  return transactStock(store, context, command.type, (unit, move) => move(unit, command))
}

/** Attempts that may meet units held or sold between look and append. */
const maxShortages = 10
/** Attempts of a count that may lose the stream's race before counting as of before the concurrent sales. */
const maxLostCounts = 1

type MoveStock = (unit: UnitOfWork<ShopLog>, command: StockCommand) => Promise<void>

/** Like `transact`, but concurrent sales never refuse it. Throws the same errors, and Rejection below_held_stock. */
async function transactStock<Result>(
  store: ShopStore,
  context: ShopContext,
  cause: string,
  attempt: (unit: UnitOfWork<ShopLog>, move: MoveStock) => Promise<Result>,
): Promise<Handled<Result>> {
  let attempts = 0
  const move: MoveStock = (unit, command) => moveStock(store, unit, command, attempts <= maxLostCounts)
  for (let shortages = 1; ; shortages++) {
    try {
      return await transact(store, context, cause, (unit) => {
        attempts++
        return attempt(unit, move)
      })
    } catch (error) {
      if (!(error instanceof GuardRefused)) throw error
      if (shortages === maxShortages) throw new Rejection('below_held_stock')
    }
  }
}

/**
 * Appends a difference at any version, since the guard refuses missing units. Holds a count to its version, so that
 * two concurrent counts don't both add what is missing.
 */
async function moveStock(
  store: ShopStore,
  unit: UnitOfWork<ShopLog>,
  command: StockCommand,
  isExact: boolean,
): Promise<void> {
  const { productId, type } = command
  const stream = `stock-${productId}` as const
  // Read before the numbers: if they are newer, the append is refused.
  const version = type === 'SetAvailable' && isExact ? await store.versionOf(stream) : null
  const state = (await readStock(store, [productId])).get(productId) ?? stock.initial
  if (version !== null) unit.decide(stock, { stream, state, version, position: 0, folded: 0 }, command)
  else unit.record(stream, stock.decide(state, command))
}
