// /api/order/{id}: an order by bank transfer: its receipts and account for refunds by the buyer, movements by the staff.
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { endOrderNow } from '#backend/commands/end-order.ts'
import { confirmMovement, confirmRefund } from '#backend/commands/transfer/confirm-movement.ts'
import { isPdf, keepReceipt, openReceipt } from '#backend/commands/transfer/receipts.ts'
import { giveRefundAccount } from '#backend/commands/transfer/refund-account.ts'
import { idParam, numberIn } from '#backend/domain/list.contract.ts'
import { toCents } from '#backend/domain/money.ts'
import { orderDetailAnswer, staffCancellation } from '#backend/domain/order/order.contract.ts'
import { receiptLimits } from '#backend/domain/order/order.limits.ts'
import { type Order, order } from '#backend/domain/order/order.ts'
import { wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import { pictureUpload } from '#backend/domain/product/product.contract.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { dayOf } from '#backend/domain/time-zone.limits.ts'
import { movementEntry, refundAccountEntry, refundMovementEntry } from '#backend/domain/transfer/transfer.contract.ts'
import { may } from '#backend/domain/user/roles.limits.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { receiveFile } from '#backend/http/admission/receive-file.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext, requireOwn, type UserEnv } from '#backend/http/middleware/allow.ts'
import { notFound, wrongField } from '#backend/http/middleware/problems.ts'
import { bytesOf } from '#backend/http/middleware/request-guards.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import { answerOrder } from './order-act.routes.ts'

const returns = orderDetailAnswer
const refuses = [
  ...(['not_found', 'not_by_transfer', 'user_erased'] as const),
  ...(['refund_account_useless', 'too_many_refund_accounts'] as const),
] as const
const calls = {
  receipt: {
    does: "Takes a receipt of the caller's transfer, a picture or a PDF; it proves nothing by itself.",
    status: 201,
    returns: z.object({ receipts: z.int() }),
    refuses: ['not_found', 'not_by_transfer', 'order_not_open', 'too_many_receipts', 'user_erased'],
    rate: 'receipt',
  },
  file: {
    does: 'A receipt of an order, for its buyer and for who confirms transfers; a PDF as an attachment.',
    returns: z.string(),
    file: 'application/octet-stream',
    refuses: ['not_found'],
  },
  account: {
    does: "The caller's account, to which money of an order by transfer goes back.",
    returns,
    refuses,
  },
  givenAccount: { does: "The same by the staff, for a buyer who can't give it.", returns, refuses },
  cancel: {
    does: 'Cancels an order by transfer that is not paid, by the staff; frees its units and tells its buyer.',
    returns,
    refuses: ['not_found', 'not_by_transfer', 'order_not_open'],
  },
  movement: {
    does: 'A movement that is on the statement of the bank: it pays the order if it fits, and is set aside if not.',
    returns,
    refuses: ['not_found', 'not_by_transfer', 'movement_taken'],
  },
  refund: {
    does: 'The movement by which the shop transferred a refund back.',
    returns,
    refuses: ['not_found', 'not_by_transfer', 'movement_taken', 'refund_done'],
  },
} satisfies Record<string, Call>

/** From 1, the default. */
const receiptQuery = z.object({ nth: numberIn(/^[1-9]$/).optional() })

const requireOwnOrder = createMiddleware<UserEnv>(async (c, next) => {
  await ownOrder(c, Number(c.req.param('id')))
  await next()
})

export const transferRoutes = new Hono<ApiEnv>()
  .post(
    '/:id/receipt',
    allow('user', calls.receipt, { param: idParam }),
    requireOwnOrder,
    receiveFile,
    validate('form', pictureUpload),
    async (c) => {
      const own = await ownOrder(c, c.req.valid('param').id)
      const { image } = c.req.valid('form')
      const head = new Uint8Array(await image.slice(0, 5).arrayBuffer())
      const sent = await bytesOf(image, isPdf(head) ? receiptLimits.pdfBytes : receiptLimits.bytes)
      await keepReceipt(c.var.shop, commandContext(c), own, sent, c.req.raw.signal)
      return c.json({ receipts: own.receipts.length + 1 }, 201)
    },
  )
  .get('/:id/receipt', allow('user', calls.file, { param: idParam, query: receiptQuery }), async (c) => {
    const { id } = c.req.valid('param')
    const { nth = 1 } = c.req.valid('query')
    const found = may(c.get('session'), 'payments:confirm') ? await anyOrder(c, id) : await ownOrder(c, id)
    const receipt = found.receipts[nth - 1] ?? notFound()
    const bytes = (await openReceipt(c.var.shop, found, receipt)) ?? notFound()
    const name = `comprobante-${id}-${nth}`
    const [type, disposition] =
      receipt.format === 'pdf'
        ? ['application/pdf', `attachment; filename="${name}.pdf"`]
        : ['image/webp', `inline; filename="${name}.webp"`]
    return c.body(bytes, 200, { 'Content-Type': type, 'Content-Disposition': disposition })
  })
  .post(
    '/:id/refund/account',
    allow('user', calls.account, { param: idParam, json: refundAccountEntry }),
    async (c) => {
      const { orderId } = await ownOrder(c, c.req.valid('param').id)
      return give(c, { orderId, ...c.req.valid('json'), byStaff: false })
    },
  )
  .post(
    '/:id/transfer/account',
    allow('payments:confirm', calls.givenAccount, { param: idParam, json: refundAccountEntry }),
    (c) => give(c, { orderId: c.req.valid('param').id, ...c.req.valid('json'), byStaff: true }),
  )
  .post(
    '/:id/transfer/cancel',
    allow('payments:confirm', calls.cancel, { param: idParam, json: staffCancellation }),
    async (c) => {
      const { orderId, transfer } = await anyOrder(c, c.req.valid('param').id)
      if (!transfer) throw new Rejection('not_by_transfer')
      const { services } = c.var.shop
      const cancel = { type: 'CancelOrder', reason: 'by_staff', ...c.req.valid('json'), now: services.now() } as const
      return answerOrder(c, orderId, endOrderNow(services, commandContext(c), orderId, cancel))
    },
  )
  .post(
    '/:id/movement',
    allow('payments:confirm', calls.movement, { param: idParam, json: movementEntry }),
    async (c) => {
      const { id: orderId } = c.req.valid('param')
      const { amount, ...entry } = c.req.valid('json')
      requirePast(c, entry.date)
      const entered = { orderId, ...entry, amountCents: toCents(amount) ?? 0 }
      const { positions, services } = c.var.shop
      const confirmed = confirmMovement(services, commandContext(c), entered)
      const shown = confirmed.then(({ position }) => positions.waitFor(['payments_aside'], position))
      return answerOrder(c, orderId, shown)
    },
  )
  .post(
    '/:id/refund/transferred',
    allow('payments:confirm', calls.refund, { param: idParam, json: refundMovementEntry }),
    async (c) => {
      const { id: orderId } = c.req.valid('param')
      const { number, date, refund = wholePayment, paymentId } = c.req.valid('json')
      requirePast(c, date)
      const of = { orderId, refund, paymentId: paymentId ?? (await anyOrder(c, orderId)).paidBy ?? '' }
      return answerOrder(c, orderId, confirmRefund(c.var.shop.services, commandContext(c), of, { number, date }))
    },
  )

async function anyOrder(c: Context<UserEnv>, orderId: number): Promise<Order> {
  const { state } = await loadState(c.var.shop.store, order, orderId)
  return state ?? notFound()
}

function give(c: Context<UserEnv>, account: Parameters<typeof giveRefundAccount>[2]) {
  return answerOrder(c, account.orderId, giveRefundAccount(c.var.shop.store, commandContext(c), account))
}

async function ownOrder(c: Context<UserEnv>, orderId: number): Promise<Order> {
  return requireOwn(c, await anyOrder(c, orderId))
}

/** A bank lists no movement of tomorrow. */
function requirePast(c: Context<UserEnv>, date: string): void {
  if (date > dayOf(c.var.shop.now())) throw wrongField('date', 'too_late', 'Fecha: todavía no llegó.')
}
