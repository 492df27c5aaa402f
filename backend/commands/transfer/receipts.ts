// A buyer's receipts of a transfer, sealed with the buyer's key: pictures drawn anew, PDFs kept unread.
import { createHmac } from 'node:crypto'
import { type Order, order, type Receipt } from '#backend/domain/order/order.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { type Keyring, open, seal } from '#backend/eventstore/log/keyring.ts'
import type { FilePath, FileStorage } from '#backend/gateways/file-storage/file-storage.ts'
import { drawProduct } from '#backend/gateways/pictures/drawn-picture.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { listReceiptsOf } from '#backend/readmodels/orders/orders.queries.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

type Shop = { files: FileStorage; store: ShopStore; keyring: Pick<Keyring, 'find' | 'findOrCreate'> }

/** Sharp enough to read a bank's screenshot. */
const side = 2000

const pathOf = (orderId: number, file: string): FilePath => `receipt/${orderId}-${file}`

export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
}

/**
 * Keeps a receipt with its order. Throws the errors of drawProduct and the storage, and Rejection not_found,
 * not_by_transfer, order_not_open, too_many_receipts or user_erased.
 */
export async function keepReceipt(
  { files, store, keyring }: Shop,
  context: ShopContext,
  { orderId, userId, receipts }: Pick<Order, 'orderId' | 'userId' | 'receipts'>,
  sent: Uint8Array,
  sender?: AbortSignal,
): Promise<Handled<unknown>> {
  const format = isPdf(sent) ? 'pdf' : 'image'
  const bytes = format === 'pdf' ? sent : (await drawProduct(sent, { avif: [], webp: [side] }, sender))[0]?.bytes
  const key = (await keyring.findOrCreate([userId])).get(userId)
  if (!key || !bytes) throw new Rejection('user_erased')
  // The same file again is no other receipt, and its name tells nothing once the key is gone.
  const file = createHmac('sha256', key).update(sent).digest('hex').slice(0, 32)
  const path = pathOf(orderId, file)
  await files.put(path, {
    bytes: new Uint8Array(seal(key, Buffer.from(bytes), path)),
    type: 'application/octet-stream',
  })
  try {
    return await handleCommand(store, context, order, orderId, { type: 'AddReceipt', file, format })
  } catch (error) {
    if (!receipts.some((one) => one.file === file)) await files.remove(path)
    throw error
  }
}

/** Undefined if the file or the buyer's key is gone. */
export async function openReceipt(
  { files, keyring }: Pick<Shop, 'files' | 'keyring'>,
  { orderId, userId }: Pick<Order, 'orderId' | 'userId'>,
  { file }: Receipt,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const path = pathOf(orderId, file)
  const [sealed, keys] = await Promise.all([files.get(path), keyring.find([userId])])
  const key = keys.get(userId)
  return sealed && key && new Uint8Array(open(key, Buffer.from(sealed), path))
}

export async function removeReceipts(files: FileStorage, db: Database, userId: number): Promise<void> {
  for (const { orderId, file } of await listReceiptsOf(db, userId)) await files.remove(pathOf(orderId, file))
}
