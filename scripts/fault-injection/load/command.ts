// The driver's commands and answers: plain data that crosses processes.
import type { Echo } from '#backend/domain/order/quote.ts'

export type Command =
  | { do: 'add'; userId: number; productId: number; quantity: number }
  | { do: 'remove'; userId: number; productId: number }
  | { do: 'receive'; productId: number; units: number }
  | { do: 'place'; userId: number; echo?: Echo }
  | { do: 'cancel'; orderId: number }
  | { do: 'expire'; orderId: number }
  | { do: 'pay'; orderId: number; paymentId: string; reference: string; amountCents: number; approved: boolean }
  | { do: 'refund'; orderId: number; paymentId: string }
  | { do: 'rebuild'; nth: number }

export type PlacedOrder = { orderId: number; reference: string; totalCents: number }
/** `unknown`: after an error, the command may or may not have been carried out. */
export type Answer =
  | { is: 'done'; position: number; appended: boolean; order?: PlacedOrder | undefined }
  | { is: 'refused'; code: string }
  | { is: 'unknown'; message: string }
  | { is: 'lost' }
/** `id`: the command's uuid, and the correlation of its events. */
export type JournalLine = { id: string; command: Command; answer: Answer }

export const currency = 'PEN'
export const seller = { sellerId: '1', liveMode: false }
