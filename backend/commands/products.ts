// What an admin does with the products: their texts, prices, stock, and whether they are sold.
import { type ProductDetails, type ProductSpec, product } from '#backend/domain/product/product.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import { type StockCommand, type StockState, stock } from '#backend/domain/stock/stock.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

export type NewProduct = { details: ProductDetails; priceCents: number; currency: string; units: number }

/** Adds a product with its first units; returns its id. */
export async function addProduct(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  { details, priceCents, currency, units }: NewProduct,
): Promise<Handled<number>> {
  const productId = await store.nextId('product')
  return transact(store, context, 'AddProduct', async (unit) => {
    const added = await unit.load(product, productId)
    unit.decide(product, added, { type: 'AddProduct', productId, details, priceCents, currency })
    unit.decide(stock, await unit.load(stock, productId), { type: 'AdjustStock', productId, delta: units })
    return productId
  })
}

export type ProductChange = {
  productId: number
  /** Without specs they stay as they are. */
  details: Omit<ProductDetails, 'specs'> & { specs?: ProductSpec[] | undefined }
  priceCents: number
  isActive: boolean
  /** Units that can be sold. */
  units: number
  /** The units that the caller saw: the stock then moves by the difference, so that a sale in between is kept. */
  unitsSeen?: number | undefined
}

/** Makes a product what the form says. Throws Rejection not_found; below_held_stock if open orders hold more units. */
export function modifyProduct(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  change: ProductChange,
): Promise<Handled<void>> {
  const { productId, details, priceCents, isActive, units, unitsSeen } = change
  return transact(store, context, 'ModifyProduct', async (unit) => {
    const loaded = await unit.load(product, productId)
    if (!loaded.state) throw new Rejection('not_found')
    unit.decideAll(product, loaded, [
      { type: 'ChangeDetails', productId, details: { ...details, specs: details.specs ?? loaded.state.specs } },
      { type: 'ChangePrice', productId, priceCents },
      { type: isActive ? 'ActivateProduct' : 'DeactivateProduct', productId },
    ])
    const move: StockCommand =
      unitsSeen === undefined
        ? { type: 'SetAvailable', productId, available: units }
        : { type: 'AdjustStock', productId, delta: units - unitsSeen }
    unit.decide(stock, await unit.load(stock, productId), move)
  })
}

/** Moves the stock of one product. Throws Rejection below_held_stock. */
export function changeStock(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  command: StockCommand,
): Promise<Handled<StockState>> {
  return handleCommand(store, context, stock, command.productId, command)
}
