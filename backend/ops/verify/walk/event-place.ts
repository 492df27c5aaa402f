import { settingsId } from '#backend/domain/settings/settings.limits.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import type { CategoryOf } from '#backend/eventstore/definition/log-definition.ts'
import { type StreamOf, streamCategoryCode, streamName, streamUuid } from '#backend/eventstore/log/stream-id.ts'

type Category = CategoryOf<typeof shopLog>
type Ids = Readonly<Record<string, string | number | null>>

/** The stream id in an event's data, per category; null if the data name none. */
const idIn: { readonly [C in Category]: (data: Ids) => string | number | null | undefined } = {
  user: (data) => data.userId,
  product: (data) => data.productId,
  stock: (data) => data.productId,
  cart: (data) => data.userId,
  order: (data) => data.orderId,
  payment: (data) => data.orderId ?? `0:${data.paymentId}`,
  notification: () => null,
  review: (data) => [data.productId, data.userId].join(':'),
  operation: (data) => data.operationId ?? data.projection,
  audit: (data) => data.userId,
  synonyms: () => settingsId,
  delivery: () => settingsId,
  batch: (data) => data.batchId,
  seller: () => settingsId,
  pricing: () => settingsId,
  schema: (data) => data.category,
  cost: (data) => data.productId,
  sku: (data) => String(data.sku).toUpperCase(),
  transfer: () => settingsId,
  movement: (data) => data.number,
}

const categoryOfType = new Map(
  Object.entries(shopLog.categories).flatMap(([name, { events }]) =>
    Object.keys(events).map((type) => [type, name as Category] as const),
  ),
)

export function misplacement(type: string, uuid: string, data: Readonly<Record<string, unknown>>): string | undefined {
  const category = categoryOfType.get(type)
  if (category === undefined) return undefined
  const code = shopLog.categories[category].code
  if (streamCategoryCode(uuid) !== code) return `está en un stream que no es de la categoría ${category}`
  const id = idIn[category](data as Ids) ?? null
  if (id === null) return undefined
  const own = streamUuid(shopLog, `${category}-${id}` as StreamOf<typeof shopLog>)
  return own === uuid ? undefined : `habla de ${streamName(shopLog, own)}, y está en otro stream`
}
