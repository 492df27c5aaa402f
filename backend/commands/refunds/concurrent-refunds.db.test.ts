// Admins, jobs and the provider's answers at once, by two processes on one order. An oracle that knows only how much was paid replays the log,
// and the provider's own books are compared with it.
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { random } from '#backend/demo/repeatable-numbers.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import { type CommandContext, newCommandId } from '#backend/eventstore/commands/command.ts'
import type { NewWrite } from '#backend/eventstore/log/event-store.ts'
import {
  type PaymentWallet,
  PaymentWalletError,
  type RefundRequest,
} from '#backend/gateways/payment-wallet/payment-wallet.ts'
import { approved, paid, placed } from '#backend/readmodels/testing/facts.ts'
import { type Core, purchaseServices } from '#backend/shop.ts'
import { test as coreTest, openTestCore } from '#backend/testing/core-fixture.ts'
import { requestRefund } from './refund-order.ts'
import { dismissRefund, refundPayment, retryRefund } from './refund-payment.ts'
