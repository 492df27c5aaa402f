// What the driver asks of a shop, and what it may be told: plain data that crosses between processes.

export type Command =
  | { do: 'add'; userId: number; productId: number; quantity: number }
  | { do: 'remove'; userId: number; productId: number }
  | { do: 'receive'; productId: number; units: number }
  | { do: 'place'; userId: number }
  | { do: 'cancel'; orderId: number }
  | { do: 'pay'; orderId: number; paymentId: string; reference: string; amountCents: number; approved: boolean }
  | { do: 'refund'; orderId: number; paymentId: string }
  /** The nth read model is built anew. */
  | { do: 'rebuild'; nth: number }

export type PlacedOrder = { orderId: number; reference: string; totalCents: number }
/** `unknown`: the shop met an error, so the command may have been carried out or not. */
export type Answer =
  | { is: 'done'; position: number; appended: boolean; order?: PlacedOrder | undefined }
  | { is: 'refused'; code: string }
  | { is: 'unknown'; message: string }
  | { is: 'lost' }

export const currency = 'PEN'
export const seller = { sellerId: '1', liveMode: false }
