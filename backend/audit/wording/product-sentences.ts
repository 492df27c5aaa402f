import { ofKind } from './entries.ts'
import {
  accountText,
  countText,
  deliveryText,
  momentText,
  moneyText,
  namesText,
  priceSettingsText,
  priceText,
  sellerText,
  unitsText,
} from './values.ts'

type OfOrder = { productId: number; orderId: number; quantity: number }
const ofOrder = ({ productId, orderId, quantity }: OfOrder) =>
  `${unitsText(quantity)} del producto Nº ${productId} para la orden Nº ${orderId}`
const asked = {
  import: (title: string) => `importar «${title}»`,
  prices: (title: string) => `cambiar precios (${title})`,
  conversion: (title: string) => `convertir valores (${title})`,
}
const isOne = ({ quantity }: { quantity: number }) => quantity === 1

export const productEntries = {
  ...ofKind('product', {
    ProductAdded: ({ productId, name, ...price }) =>
      `Se agregó el producto Nº ${productId}, «${name}», a ${priceText(price)}.`,
    ProductDetailsChanged: ({ productId, name }) => `Cambiaron los datos del producto Nº ${productId}, «${name}».`,
    ProductPicturesChanged: ({ productId, pictures }) =>
      `Cambiaron las imágenes del producto Nº ${productId}: ${pictures.length === 1 ? 'una sola' : `${pictures.length} en total`}.`,
    ProductDeactivated: ({ productId }) => `El producto Nº ${productId} dejó de ofrecerse.`,
    ProductActivated: ({ productId }) => `El producto Nº ${productId} volvió a ofrecerse.`,
    CategorySchemaChanged: ({ category, attributes }) =>
      `Cambiaron las propiedades de la categoría «${category}»: ${namesText(attributes.map(({ label }) => label))}.`,
    SkuTaken: ({ sku, productId }) => `El código SKU ${sku} pasó a ser del producto Nº ${productId}.`,
    SkuFreed: ({ sku, productId }) => `El producto Nº ${productId} dejó libre el código SKU ${sku}.`,
    SynonymsChanged: ({ lines }) => `Cambiaron los sinónimos de la búsqueda: ${countText(lines.length, 'línea')}.`,
    BatchRequested: ({ kind, title, creates, changes, scheduledFor, reason }) => [
      `Se pidió ${asked[kind](title)}: ${countText(changes, 'producto')} por cambiar${creates > 0 ? `, ${creates} por agregar` : ''}${scheduledFor ? `, el ${momentText(scheduledFor)}` : ''}.`,
      reason,
    ],
    BatchCancelled: ({ reason }) => ['Se canceló un cambio de muchos productos antes de empezar.', reason],
    BatchApplied: ({ done, failed, left }) =>
      `Terminó un cambio de muchos productos: ${countText(done, 'producto')} con el cambio${failed > 0 ? `, ${failed} sin él por un error` : ''}${left > 0 ? `, ${left} sin tocar` : ''}.`,
    BatchUndoRequested: ({ reason }) => ['Se pidió deshacer un cambio de muchos productos.', reason],
    BatchUndone: ({ done, kept }) =>
      `Se deshizo un cambio de muchos productos: ${countText(done, 'producto')} como antes${kept > 0 ? `, ${kept} sin tocar porque alguien los cambió después` : ''}.`,
  }),
  ...ofKind('price', {
    ProductPriceChanged: ({ productId, ...price }) =>
      `El precio del producto Nº ${productId} pasó a ${priceText(price)}.`,
    ProductCostChanged: ({ productId, costCents }) =>
      `El costo del producto Nº ${productId} ${costCents === null ? 'quedó sin indicar' : `pasó a ${moneyText(costCents)}, sin impuestos`}.`,
    DeliveryPricesChanged: (prices) => `Cambiaron los precios de envío: ${deliveryText(prices)}.`,
  }),
  ...ofKind('stock', {
    StockAdjusted: ({ productId, delta }) =>
      delta > 0
        ? `Entraron ${unitsText(delta)} del producto Nº ${productId}.`
        : `Salieron ${unitsText(-delta)} del producto Nº ${productId} por un ajuste.`,
    StockHeld: (data) => `Se ${isOne(data) ? 'reservó' : 'reservaron'} ${ofOrder(data)}.`,
    StockReleased: (data) => `Se ${isOne(data) ? 'liberó' : 'liberaron'} ${ofOrder(data)}.`,
    StockReturned: ({ productId, orderId, quantity }) =>
      `${quantity === 1 ? 'Volvió' : 'Volvieron'} al stock ${unitsText(quantity)} del producto Nº ${productId} de la orden Nº ${orderId}.`,
    StockConsumed: (data) => `Se ${isOne(data) ? 'vendió' : 'vendieron'} ${ofOrder(data)}.`,
  }),
  ...ofKind('review', {
    ReviewPosted: ({ productId, userId, score }) =>
      `La cuenta Nº ${userId} reseñó el producto Nº ${productId} con ${score} de 5.`,
    ReviewRevised: ({ productId, userId, score }) =>
      `La cuenta Nº ${userId} cambió su reseña del producto Nº ${productId}: ${score} de 5.`,
    ReviewAnswered: ({ productId, userId, text }) =>
      `La tienda respondió la reseña de la cuenta Nº ${userId} sobre el producto Nº ${productId}: «${text}».`,
    ReviewAnswerChanged: ({ productId, userId, text }) =>
      `La tienda cambió su respuesta a la reseña de la cuenta Nº ${userId} sobre el producto Nº ${productId}: «${text}».`,
    ReviewAnswerWithdrawn: ({ productId, userId }) =>
      `La tienda retiró su respuesta a la reseña de la cuenta Nº ${userId} sobre el producto Nº ${productId}.`,
    ReviewDeleted: ({ productId, userId, reason }) => [
      `Se eliminó la reseña de la cuenta Nº ${userId} sobre el producto Nº ${productId}.`,
      reason,
    ],
  }),
  ...ofKind('settings', {
    SellerChanged: (seller) => `Cambiaron los datos de quien vende: ${sellerText(seller)}.`,
    PriceSettingsChanged: (settings) => `Cambió cómo se muestran los precios: ${priceSettingsText(settings)}.`,
    BankAccountChanged: (seller) => `Cambió la cuenta bancaria para las transferencias: ${accountText(seller)}.`,
  }),
  ...ofKind('system', {
    ProductCarriedForward: ({ productId }) => `Se resumió la historia del producto Nº ${productId}; nada cambió.`,
  }),
}
