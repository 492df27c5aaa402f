// Sentences about products, stock, reviews, synonyms and shipping prices.
import type { BatchEvent } from '#backend/domain/batch/batch.events.ts'
import type { DeliveryEvent } from '#backend/domain/delivery/delivery.events.ts'
import type { ProductEvent } from '#backend/domain/product/product.events.ts'
import type { ReviewEvent } from '#backend/domain/review/review.events.ts'
import type { StockEvent } from '#backend/domain/stock/stock.events.ts'
import type { SynonymsEvent } from '#backend/domain/synonyms/synonyms.events.ts'
import type { Entries } from './entries.ts'
import { momentText, moneyText, unitsText } from './values.ts'

type OfProduct = { productId: number }
type OfOrder = OfProduct & { orderId: number; quantity: number }
const ofOrder = ({ productId, orderId, quantity }: OfOrder) =>
  `${unitsText(quantity)} del producto Nº ${productId} para la orden Nº ${orderId}`
const isOne = ({ quantity }: { quantity: number }) => quantity === 1

export const productEntries: Entries<
  ProductEvent | StockEvent | ReviewEvent | SynonymsEvent | DeliveryEvent | BatchEvent
> = {
  ProductAdded: {
    kind: 'product',
    says: ({ productId, name, priceCents }) =>
      `Se agregó el producto Nº ${productId}, «${name}», a ${moneyText(priceCents)}.`,
  },
  ProductDetailsChanged: {
    kind: 'product',
    says: ({ productId, name }) => `Cambiaron los datos del producto Nº ${productId}, «${name}».`,
  },
  ProductPicturesChanged: {
    kind: 'product',
    says: ({ productId, pictures }) =>
      `Cambiaron las imágenes del producto Nº ${productId}: ${pictures.length === 1 ? 'una sola' : `${pictures.length} en total`}.`,
  },
  ProductPriceChanged: {
    kind: 'price',
    says: ({ productId, priceCents }) => `El precio del producto Nº ${productId} pasó a ${moneyText(priceCents)}.`,
  },
  ProductDeactivated: {
    kind: 'product',
    says: ({ productId }: OfProduct) => `El producto Nº ${productId} dejó de ofrecerse.`,
  },
  ProductActivated: {
    kind: 'product',
    says: ({ productId }: OfProduct) => `El producto Nº ${productId} volvió a ofrecerse.`,
  },
  ProductCarriedForward: {
    kind: 'system',
    says: ({ productId }) => `Se resumió la historia del producto Nº ${productId}; nada cambió.`,
  },
  StockAdjusted: {
    kind: 'stock',
    says: ({ productId, delta }) =>
      delta > 0
        ? `Entraron ${unitsText(delta)} del producto Nº ${productId}.`
        : `Salieron ${unitsText(-delta)} del producto Nº ${productId} por un ajuste.`,
  },
  StockHeld: { kind: 'stock', says: (data) => `Se ${isOne(data) ? 'reservó' : 'reservaron'} ${ofOrder(data)}.` },
  StockReleased: { kind: 'stock', says: (data) => `Se ${isOne(data) ? 'liberó' : 'liberaron'} ${ofOrder(data)}.` },
  StockReturned: {
    kind: 'stock',
    says: ({ productId, orderId, quantity }) =>
      `${quantity === 1 ? 'Volvió' : 'Volvieron'} al stock ${unitsText(quantity)} del producto Nº ${productId} de la orden Nº ${orderId}.`,
  },
  StockConsumed: { kind: 'stock', says: (data) => `Se ${isOne(data) ? 'vendió' : 'vendieron'} ${ofOrder(data)}.` },
  ReviewPosted: {
    kind: 'review',
    says: ({ productId, userId, score }) =>
      `La cuenta Nº ${userId} reseñó el producto Nº ${productId} con ${score} de 5.`,
  },
  ReviewRevised: {
    kind: 'review',
    says: ({ productId, userId, score }) =>
      `La cuenta Nº ${userId} cambió su reseña del producto Nº ${productId}: ${score} de 5.`,
  },
  ReviewDeleted: {
    kind: 'review',
    says: ({ productId, userId }) =>
      `Se eliminó la reseña de la cuenta Nº ${userId} sobre el producto Nº ${productId}.`,
    why: ({ reason }) => reason,
  },
  DeliveryPricesChanged: {
    kind: 'price',
    says: ({ ranges, freeFromCents }) =>
      `Cambiaron los precios de envío: ${ranges.length} ${ranges.length === 1 ? 'fila' : 'filas'}, ${freeFromCents === null ? 'sin envío gratis' : `gratis desde ${moneyText(freeFromCents)}`}.`,
  },
  SynonymsChanged: {
    kind: 'product',
    says: ({ lines }) =>
      `Cambiaron los sinónimos de la búsqueda: ${lines.length} ${lines.length === 1 ? 'línea' : 'líneas'}.`,
  },
  BatchRequested: {
    kind: 'product',
    says: ({ kind, title, creates, changes, scheduledFor }) =>
      `Se pidió ${kind === 'import' ? `importar «${title}»` : `cambiar precios (${title})`}: ${productsText(changes)} por cambiar${creates > 0 ? `, ${creates} por agregar` : ''}${scheduledFor ? `, el ${momentText(scheduledFor)}` : ''}.`,
    why: ({ reason }) => reason,
  },
  BatchCancelled: {
    kind: 'product',
    says: () => 'Se canceló un cambio de muchos productos antes de empezar.',
    why: ({ reason }) => reason,
  },
  BatchApplied: {
    kind: 'product',
    says: ({ done, failed, left }) =>
      `Terminó un cambio de muchos productos: ${productsText(done)} con el cambio${failed > 0 ? `, ${failed} sin él por un error` : ''}${left > 0 ? `, ${left} sin tocar` : ''}.`,
  },
  BatchUndoRequested: {
    kind: 'product',
    says: () => 'Se pidió deshacer un cambio de muchos productos.',
    why: ({ reason }) => reason,
  },
  BatchUndone: {
    kind: 'product',
    says: ({ done, kept }) =>
      `Se deshizo un cambio de muchos productos: ${productsText(done)} como antes${kept > 0 ? `, ${kept} sin tocar porque alguien los cambió después` : ''}.`,
  },
}

const productsText = (count: number) => (count === 1 ? '1 producto' : `${count} productos`)
