import { describe, test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import type { PaymentEvent } from './payment.events.ts'
import { type PaymentCommand, payment } from './payment.ts'
import type { PaymentFacts } from './payment-facts.ts'

const fetched: PaymentFacts = {
  paymentId: '55',
  status: 'approved',
  statusDetail: 'accredited',
  reference: 'mostrador-7',
  amountCents: 2130,
  currency: 'ARS',
  sellerId: '445566',
  liveMode: false,
  refundedCents: 0,
  updatedAt: '2026-11-21T12:00:00.000Z',
}

describe('a payment that goes back whole', () => {
  const of = { orderId: 9, paymentId: '55', refund: 0 }
  const cents = { ...of, amountCents: 2130 }
  const asked: PaymentEvent = {
    type: 'RefundRequested',
    data: { ...cents, currency: 'ARS', reason: 'duplicate', note: '', lines: [], restocked: false },
  }
  const fail = (failure: 'refused' | 'unanswered', attempt = 1): PaymentCommand => ({
    type: 'RecordRefundFailure',
    ...of,
    attempt,
    failure,
    detail: 'no',
  })
  const refused: PaymentEvent = { type: 'RefundRefused', data: { ...cents, detail: 'no' } }
  const unanswered: PaymentEvent = { type: 'RefundUnanswered', data: { ...cents, detail: 'no' } }
  const retry: PaymentCommand = { type: 'RetryRefund', ...of }
  const retried: PaymentEvent = { type: 'RefundRetried', data: cents }
  const dismiss: PaymentCommand = { type: 'DismissRefund', ...of, note: 'Por banco.' }
  const dismissed: PaymentEvent = { type: 'RefundDismissed', data: { ...cents, note: 'Por banco.' } }
  const done: PaymentEvent = { type: 'PaymentRefunded', data: cents }
  const record: PaymentCommand = { type: 'RecordRefund', ...of }

  test('says once that the provider refuses it or does not answer, and nothing once it is done', () => {
    given(payment, asked).when(fail('unanswered')).then(unanswered)
    given(payment, asked, unanswered).when(fail('unanswered')).nothing()
    given(payment, asked, unanswered).when(fail('refused')).then(refused)
    given(payment, asked, refused).when(fail('unanswered')).nothing()
    given(payment, asked, done).when(fail('refused')).nothing()
    given(payment).when(fail('refused')).nothing()
  })

  test('is asked for again by a person, and may be done after all', () => {
    given(payment, asked, refused).when(retry).then(retried)
    given(payment, asked, unanswered).when(retry).then(retried)
    given(payment, asked).when(retry).nothing()
    given(payment, asked, refused, retried).when(fail('refused', 2)).then(refused)
    given(payment, asked, refused, retried).when(fail('refused', 1)).nothing()
    given(payment, asked, unanswered, retried).when(fail('refused', 1)).then(refused)
    given(payment, asked, refused, retried).when(record).then(done)
    given(payment, asked, done).when(retry).nothing()
    given(payment).when(retry).rejects('not_found')
  })

  test('is settled otherwise only once it was refused, and then asked for no more', () => {
    given(payment, asked, refused).when(dismiss).then(dismissed)
    given(payment, asked, refused, dismissed).when(dismiss).nothing()
    given(payment, asked, refused, dismissed).when(retry).rejects('payment_not_acceptable')
    given(payment, asked, refused, dismissed).when(record).nothing()
    for (const events of [[asked], [asked, unanswered], [asked, done]])
      given(payment, ...events)
        .when(dismiss)
        .rejects('payment_not_acceptable')
    given(payment).when(dismiss).rejects('not_found')
  })

  test('by transfer, which no job makes, is settled otherwise while it waits, and then not transferred', () => {
    const transferred = { ...of, paymentId: 'T-123456' }
    const to = (event: PaymentEvent) => ({ ...event, data: { ...event.data, paymentId: 'T-123456' } }) as PaymentEvent
    const settle: PaymentCommand = { type: 'DismissRefund', ...transferred, note: 'Por banco.' }
    given(payment, to(asked)).when(settle).then(to(dismissed))
    given(payment, to(asked), to(dismissed)).when(settle).nothing()
    given(payment, to(asked), to(dismissed))
      .when({ type: 'RecordRefund', ...transferred })
      .nothing()
    given(payment, to(asked), to(done)).when(settle).rejects('payment_not_acceptable')
  })
})

describe('a payment of no order', () => {
  const paymentId = '55'
  const of = { orderId: null, paymentId, refund: 0 }
  const cents = { ...of, amountCents: 2130 }
  const found: PaymentEvent = {
    type: 'UnmatchedPaymentFound',
    data: { orderId: null, paymentId, amountCents: 2130, currency: 'ARS', reference: 'mostrador-7' },
  }
  const told = (change: Partial<PaymentFacts> = {}): PaymentCommand => ({
    type: 'RecordUnmatched',
    orderId: null,
    fetched: { ...fetched, ...change },
  })
  const giveBack = (change: Partial<PaymentFacts> = {}): PaymentCommand => ({
    type: 'RefundSetAside',
    ...{ orderId: null, paymentId },
    fetched: { ...fetched, ...change },
    note: '',
  })
  const dismiss: PaymentCommand = { type: 'DismissSetAside', orderId: null, paymentId, note: 'De un local.' }
  const asked: PaymentEvent = {
    type: 'RefundRequested',
    data: { ...cents, currency: 'ARS', reason: 'set_aside', note: '', lines: [], restocked: false },
  }
  const back: PaymentEvent = { type: 'PaymentRefunded', data: cents }
  const dismissed: PaymentEvent = {
    type: 'SetAsidePaymentDismissed',
    data: { orderId: null, paymentId, note: 'De un local.' },
  }
  const settled: PaymentEvent = { type: 'RefundDismissed', data: { ...cents, note: 'De un local.' } }
  const fail = (failure: 'refused' | 'unanswered', attempt = 1): PaymentCommand => ({
    type: 'RecordRefundFailure',
    ...of,
    attempt,
    failure,
    detail: 'no',
  })
  const refused: PaymentEvent = { type: 'RefundRefused', data: { ...cents, detail: 'no' } }

  test('is set aside once, and only when its money came in', () => {
    given(payment).when(told()).then(found)
    given(payment, found).when(told()).nothing()
    for (const status of ['pending', 'rejected', 'in_process', 'refunded', 'cancelled'] as const)
      given(payment).when(told({ status })).nothing()
    const left = { ...found, data: { ...found.data, amountCents: 1130 } } as PaymentEvent
    given(payment)
      .when(told({ refundedCents: 1000 }))
      .then(left)
  })

  test.each(['ana@correo.test', 'Ana Ríos', 'x'.repeat(65)])(
    'keeps no reference that may be of a person: %s',
    (reference) => {
      given(payment)
        .when(told({ reference }))
        .then({ ...found, data: { ...found.data, reference: '' } } as PaymentEvent)
    },
  )

  test('goes back once, is asked for again when refused, and is done however the provider tells it', () => {
    given(payment, found).when(giveBack()).then(asked)
    given(payment, found, asked).when(giveBack()).nothing()
    given(payment, found, asked)
      .when({ type: 'RecordRefund', ...of })
      .then(back)
    given(payment, found, asked)
      .when(told({ status: 'refunded' }))
      .then(back)
    given(payment, found, asked, back)
      .when(told({ status: 'refunded' }))
      .nothing()
    given(payment, found, asked, back).when(giveBack()).nothing()
    given(payment, found, asked).when(fail('refused')).then(refused)
    given(payment, found, asked, refused).when(fail('refused')).nothing()
    given(payment, found, asked, refused).when(giveBack()).then({ type: 'RefundRetried', data: cents })
  })

  test('is settled otherwise while it is here, by a note or by the provider itself', () => {
    given(payment, found).when(dismiss).then(dismissed)
    given(payment, found, asked, refused).when(dismiss).then(settled)
    given(payment, found, asked, refused, settled).when(dismiss).nothing()
    given(payment, found, asked, refused, settled).when(giveBack()).rejects('payment_not_acceptable')
    given(payment, found, dismissed).when(dismiss).nothing()
    given(payment, found, asked).when(dismiss).rejects('payment_not_acceptable')
    given(payment, found, dismissed).when(giveBack()).rejects('payment_not_acceptable')
    given(payment, found)
      .when(giveBack({ status: 'charged_back' }))
      .rejects('payment_not_acceptable')
    given(payment, found)
      .when(told({ status: 'refunded' }))
      .then({
        type: 'SetAsidePaymentDismissed',
        data: { orderId: null, paymentId, note: 'Lo devolvió el proveedor.' },
      })
    for (const command of [dismiss, giveBack()]) given(payment).when(command).rejects('not_found')
  })
})
