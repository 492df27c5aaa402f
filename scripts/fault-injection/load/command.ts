// The driver's commands and answers: plain data that crosses processes.

export type Command =
  | { do: 'add'; userId: number; productId: number; quantity: number }
  | { do: 'remove'; userId: number; productId: number }
  | { do: 'receive'; productId: number; units: number }
  | { do: 'place'; userId: number; bought?: Bought }
  | { do: 'cancel'; orderId: number }
  | { do: 'expire'; orderId: number }
  | { do: 'pay'; orderId: number; paymentId: string; reference: string; amountCents: number; approved: boolean }
  | { do: 'refund'; orderId: number; paymentId: string }
  | { do: 'rebuild'; nth: number }

/** One unit of a product, as the page shows it; default: what the cart holds. */
export type Bought = { productId: number; priceCents: number }
export type PlacedOrder = { orderId: number; reference: string; totalCents: number }
/** `unknown`: after an error, the command may or may not have been carried out. */
export type Answer =
  | { is: 'done'; position: number; appended: boolean; order?: PlacedOrder | undefined }
  | { is: 'refused'; code: string }
  | { is: 'unknown'; message: string }
  | { is: 'lost' }

export const currency = 'PEN'
export const seller = { sellerId: '1', liveMode: false }
