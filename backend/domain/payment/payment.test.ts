import { describe, expect, test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import { permutations } from '#backend/domain/testing/permutations.ts'
import { fold } from '#backend/eventstore/definition/decider.ts'
import { notification } from './notification.ts'
import type { PaymentEvent } from './payment.events.ts'
import { type PaymentCommand, payment } from './payment.ts'
import type { PaymentFacts, ProviderStatus } from './payment-facts.ts'
import type { RequestPart } from './refund-parts.ts'

const fetched: PaymentFacts = {
  paymentId: '55',
  status: 'approved',
  statusDetail: 'accredited',
  reference: '9-abc',
  amountCents: 2130,
  currency: 'ARS',
  sellerId: '445566',
  liveMode: false,
  refundedCents: 0,
  updatedAt: '2026-11-21T12:00:00.000Z',
}
const expected = { reference: '9-abc', amountCents: 2130, currency: 'ARS', sellerId: '445566', liveMode: false }
const record = (
  change: Partial<PaymentFacts> = {},
  rest: Partial<PaymentCommand & { type: 'RecordPayment' }> = {},
): PaymentCommand => ({
  type: 'RecordPayment',
  orderId: 9,
  fetched: { ...fetched, ...change },
  expected,
  settlement: 'open',
  soldOut: false,
  ...rest,
})
const money = { orderId: 9, paymentId: '55', amountCents: 2130, currency: 'ARS' }
const approved: PaymentEvent = { type: 'PaymentApproved', data: money }
const refundFor = (reason: 'duplicate' | 'no_stock' | 'cancelled'): PaymentEvent => ({
  type: 'RefundRequested',
  data: { ...money, refund: 0, reason, note: '', lines: [], restocked: false },
})
const paidBack: PaymentEvent = {
  type: 'PaymentRefunded',
  data: { orderId: 9, paymentId: '55', refund: 0, amountCents: 2130 },
}

describe('an approved payment', () => {
  test('that fits the order is approved, once', () => {
    given(payment).when(record()).then(approved)
    given(payment, approved).when(record()).nothing()
  })
  test('after having been pending is approved', () =>
    given(payment, { type: 'PaymentPending', data: { orderId: 9, paymentId: '55' } })
      .when(record())
      .then(approved))
  test('of an order that is paid already goes back', () =>
    given(payment)
      .when(record({}, { settlement: 'settled' }))
      .then(refundFor('duplicate')))
  test('of a cancelled order goes back', () =>
    given(payment)
      .when(record({}, { settlement: 'cancelled' }))
      .then(refundFor('cancelled')))
  test('after the hold goes back where the units are gone, and counts where they are there', () => {
    given(payment)
      .when(record({}, { settlement: 'open', soldOut: true }))
      .then(refundFor('no_stock'))
    given(payment)
      .when(record({}, { settlement: 'open' }))
      .then(approved)
  })
  test.each([
    ['amountCents', 2129],
    ['currency', 'USD'],
    ['sellerId', '1'],
    ['liveMode', true],
    ['reference', '9-xyz'],
  ] as const)('with another %s is put aside, once', (field, found) => {
    const differences = [{ field, expected: String(expected[field]), found: String(found) }]
    const aside: PaymentEvent = { type: 'PaymentSetAside', data: { orderId: 9, paymentId: '55', differences } }
    given(payment)
      .when(record({ [field]: found }))
      .then(aside)
    given(payment, aside)
      .when(record({ [field]: found }))
      .nothing()
  })
  test('is not compared with what the credentials do not tell', () =>
    given(payment)
      .when(record({}, { expected: { ...expected, sellerId: undefined, liveMode: undefined } }))
      .then(approved))
})

describe('other states', () => {
  test('rejected is recorded once and never undoes an approval', () => {
    const rejected: PaymentEvent = {
      type: 'PaymentRejected',
      data: { orderId: 9, paymentId: '55', detail: 'cc_rejected_other_reason' },
    }
    const command = record({ status: 'rejected', statusDetail: 'cc_rejected_other_reason' })
    given(payment).when(command).then(rejected)
    given(payment, rejected).when(command).nothing()
    given(payment, approved).when(command).nothing()
  })
  test('[T10 partial] whatever order stale answers of the provider arrive in, the status never goes back', () => {
    const end = (statuses: readonly ProviderStatus[]) => {
      const history: PaymentEvent[] = []
      for (const status of statuses) history.push(...payment.decide(fold(payment, history), record({ status })))
      expect(history.filter(({ type }) => type === 'PaymentApproved').length).toBeLessThanOrEqual(1)
      expect(history.filter(({ type }) => type === 'PaymentRefunded').length).toBeLessThanOrEqual(1)
      return fold(payment, history).payments['55']?.status
    }
    for (const statuses of permutations(['pending', 'pending', 'rejected', 'approved', 'approved'] as const))
      expect(end(statuses)).toBe('approved')
    // What went back before it was heard of as approved is not known to have been the order's, until it is looked at again.
    for (const statuses of permutations(['pending', 'approved', 'approved', 'refunded', 'refunded'] as const)) {
      if (statuses.lastIndexOf('refunded') > statuses.indexOf('approved')) expect(end(statuses)).toBe('refunded')
      expect(end([...statuses, 'refunded'])).toBe('refunded')
    }
  })
  test('refunded by the provider is recorded once', () => {
    given(payment, approved)
      .when(record({ status: 'refunded' }))
      .then(paidBack)
    given(payment, approved, paidBack)
      .when(record({ status: 'refunded' }))
      .nothing()
  })
})

describe('refunds and preferences', () => {
  test('a requested refund is recorded once', () => {
    const command: PaymentCommand = { type: 'RecordRefund', orderId: 9, paymentId: '55', refund: 0 }
    given(payment, refundFor('duplicate')).when(command).then(paidBack)
    given(payment, refundFor('duplicate'), paidBack).when(command).nothing()
    given(payment, approved).when(command).nothing()
  })
  const part = (asked: RequestPart['asked']): RequestPart => ({
    type: 'RequestPartialRefund',
    orderId: 9,
    paymentId: '55',
    asked,
    currency: 'ARS',
    bought: [{ productId: 3, quantity: 2, unitCents: 840 }],
    shippingCents: 0,
  })
  const request = (amountCents: number) => part({ amountCents })
  const units = (...quantities: number[]) =>
    part({ lines: quantities.map((quantity) => ({ productId: 3, quantity })), restock: false })
  const requested = (refund: number, amountCents: number, quantity = 0): PaymentEvent => ({
    type: 'RefundRequested',
    data: {
      ...{ ...money, refund, amountCents, reason: 'part', note: '', restocked: false },
      lines: quantity ? [{ productId: 3, quantity }] : [],
    },
  })
  const wentBack = (refund: number, amountCents: number): PaymentEvent => ({
    type: 'PaymentRefunded',
    data: { orderId: 9, paymentId: '55', refund, amountCents },
  })
  const done = (refund: number): PaymentCommand => ({
    type: 'RecordRefund',
    orderId: 9,
    paymentId: '55',
    refund,
  })
  test('parts go back up to what was paid, each recorded once', () => {
    given(payment, approved).when(request(130)).then(requested(1, 130))
    given(payment, approved, requested(1, 130)).when(done(1)).then(wentBack(1, 130))
    given(payment, approved, requested(1, 130), wentBack(1, 130)).when(done(1)).nothing()
    given(payment, approved, requested(1, 130)).when(request(2000)).then(requested(2, 2000))
    given(payment, approved, requested(1, 130)).when(request(2001)).rejects('refund_too_large', { left: 20 })
  })
  const found = (refund: number, amountCents: number): PaymentEvent => ({
    type: 'RefundFound',
    data: { ...money, refund, amountCents },
  })
  test('what the provider gave back unasked is found once, beside the parts that were asked for and never beyond what was paid', () => {
    const told = (refundedCents: number) => record({ refundedCents })
    given(payment, approved).when(told(500)).then(found(1, 500))
    given(payment, approved, found(1, 500)).when(told(500)).nothing()
    given(payment, approved, found(1, 500)).when(told(800)).then(found(2, 300))
    given(payment, approved, requested(1, 130)).when(told(130)).nothing()
    given(payment, approved, requested(1, 130)).when(told(630)).then(found(2, 500))
    given(payment, approved, requested(1, 130), wentBack(1, 130)).when(told(99_999)).then(found(2, 2000))
    given(payment).when(told(500)).then(approved, found(1, 500))
    given(payment, approved, found(1, 500)).when(request(1631)).rejects('refund_too_large', { left: 16.3 })
    given(payment, approved, found(1, 500)).when(request(1630)).then(requested(2, 1630))
    given(payment, approved, found(1, 2130)).when(told(2130)).nothing()
    given(payment, approved, found(1, 2130)).when(request(1)).rejects('order_not_open')
  })
  test('no unit goes back twice, and nothing of a payment that is not approved', () => {
    given(payment, approved, requested(1, 10, 1))
      .when(units(1))
      .then(requested(2, 840, 1))
    given(payment, approved, requested(1, 10, 2))
      .when(units(1))
      .rejects('refund_too_large', { left: 21.2 })
    given(payment, approved)
      .when(units(1, 1, 1))
      .rejects('refund_too_large')
    const other = part({ lines: [{ productId: 4, quantity: 1 }], restock: false })
    given(payment, approved).when(other).rejects('not_found')
    given(payment, approved, paidBack).when(request(10)).rejects('order_not_open')
  })
  test('the last units bring the shipping back too, as far as it is left; single units and amounts do not', () => {
    const shipped = (command: RequestPart) => ({ ...command, shippingCents: 450 })
    given(payment, approved)
      .when(shipped(units(1)))
      .then(requested(1, 840, 1))
    given(payment, approved)
      .when(shipped(request(1680)))
      .then(requested(1, 1680))
    given(payment, approved, requested(1, 840, 1))
      .when(shipped(units(1)))
      .then(requested(2, 1290, 1))
    given(payment, approved, requested(1, 840, 1), requested(2, 300))
      .when(shipped(units(1)))
      .then(requested(3, 990, 1))
    given(payment, approved, requested(1, 1400))
      .when(shipped(units(2)))
      .rejects('refund_too_large', { left: 7.3 })
  })
  test('what the provider gave back in full ends the parts on their way, and the rest', () => {
    given(payment, approved, requested(1, 130), wentBack(1, 130), requested(2, 1000))
      .when(record({ status: 'refunded' }))
      .then(wentBack(2, 1000), {
        type: 'PaymentRefunded',
        data: { orderId: 9, paymentId: '55', refund: 0, amountCents: 1000 },
      })
    given(payment, approved, requested(1, 2130), wentBack(1, 2130))
      .when(record({ status: 'refunded' }))
      .nothing()
  })
  const partOf = (refund: number, amountCents: number) => ({ orderId: 9, paymentId: '55', refund, amountCents })
  const failed = (failure: 'refused' | 'unanswered', refund: number): PaymentCommand => ({
    type: 'RecordRefundFailure',
    orderId: 9,
    paymentId: '55',
    refund,
    attempt: 1,
    failure,
    detail: 'no',
  })
  const refused = (refund: number, amountCents: number): PaymentEvent => ({
    type: 'RefundRefused',
    data: { ...partOf(refund, amountCents), detail: 'no' },
  })
  const unanswered = (refund: number, amountCents: number): PaymentEvent => ({
    type: 'RefundUnanswered',
    data: { ...partOf(refund, amountCents), detail: 'no' },
  })
  const retried = (refund: number, amountCents: number): PaymentEvent => ({
    type: 'RefundRetried',
    data: partOf(refund, amountCents),
  })
  const retry = (refund: number): PaymentCommand => ({
    type: 'RetryRefund',
    orderId: 9,
    paymentId: '55',
    refund,
  })
  test('a part that is refused is nothing: what it asked for is left, and is found if the provider gave it otherwise', () => {
    const asked = [approved, requested(1, 2000, 1)]
    given(payment, ...asked)
      .when(failed('refused', 1))
      .then(refused(1, 2000))
    const known = [...asked, refused(1, 2000)]
    given(payment, ...known)
      .when(failed('refused', 1))
      .nothing()
    given(payment, ...known)
      .when(failed('unanswered', 1))
      .nothing()
    given(payment, ...known)
      .when(request(2130))
      .then(requested(2, 2130))
    given(payment, ...known)
      .when(record({ refundedCents: 2000 }))
      .then(found(2, 2000))
    given(payment, ...known)
      .when(record({ status: 'refunded' }))
      .then(paidBack)
    // Its units were said to be back once.
    given(payment, ...known)
      .when(units(2))
      .rejects('refund_too_large')
  })
  test('one that is not answered is on its way all the same, noted once', () => {
    const known = [approved, requested(1, 2000), unanswered(1, 2000)]
    given(payment, approved, requested(1, 2000)).when(failed('unanswered', 1)).then(unanswered(1, 2000))
    given(payment, ...known)
      .when(failed('unanswered', 1))
      .nothing()
    given(payment, ...known)
      .when(request(131))
      .rejects('refund_too_large', { left: 1.3 })
    given(payment, ...known)
      .when(record({ refundedCents: 2000 }))
      .nothing()
    given(payment, ...known)
      .when(done(1))
      .then(wentBack(1, 2000))
    given(payment, ...known)
      .when(failed('refused', 1))
      .then(refused(1, 2000))
    given(payment, ...known, wentBack(1, 2000))
      .when(failed('refused', 1))
      .nothing()
  })
  test('either is asked for again, the refused one as a request of its own and as far as it is still left', () => {
    const asked = [approved, requested(1, 2000)]
    const attemptAfter = (...history: PaymentEvent[]) => fold(payment, history).payments['55']?.refunds[0]?.attempt
    for (const [event, attempt] of [
      [refused(1, 2000), 2],
      [unanswered(1, 2000), 1],
    ] as const) {
      given(payment, ...asked, event)
        .when(retry(1))
        .then(retried(1, 2000))
      given(payment, ...asked, event, retried(1, 2000))
        .when(retry(1))
        .nothing()
      expect(attemptAfter(...asked, event, retried(1, 2000))).toBe(attempt)
    }
    given(payment, ...asked, refused(1, 2000), requested(2, 131))
      .when(retry(1))
      .rejects('refund_too_large', { left: 19.99 })
    given(payment, ...asked, refused(1, 2000), requested(2, 2130), wentBack(2, 2130))
      .when(retry(1))
      .rejects('order_not_open')
    given(payment, ...asked)
      .when(retry(2))
      .rejects('not_found')
  })
  const dismiss = (refund: number): PaymentCommand => ({
    type: 'DismissRefund',
    orderId: 9,
    paymentId: '55',
    refund,
    note: 'Por banco.',
  })
  const dismissed: PaymentEvent = { type: 'RefundDismissed', data: { ...partOf(1, 2000), note: 'Por banco.' } }
  test('one that is refused, and no other, may be settled otherwise: it is asked for no more, and is not left to be paid again', () => {
    const asked = [approved, requested(1, 2000, 1)]
    const known = [...asked, refused(1, 2000), dismissed]
    given(payment, ...asked, refused(1, 2000))
      .when(dismiss(1))
      .then(dismissed)
    given(payment, ...known)
      .when(dismiss(1))
      .nothing()
    given(payment, ...known)
      .when(retry(1))
      .rejects('payment_not_acceptable')
    for (const command of [failed('refused', 1), failed('unanswered', 1), done(1)])
      given(payment, ...known)
        .when(command)
        .nothing()
    given(payment, ...known)
      .when(request(131))
      .rejects('refund_too_large', { left: 1.3 })
    given(payment, ...known)
      .when(request(130))
      .then(requested(2, 130))
    for (const events of [asked, [...asked, unanswered(1, 2000)], [...asked, wentBack(1, 2000)]])
      given(payment, ...events)
        .when(dismiss(1))
        .rejects('payment_not_acceptable')
    given(payment, ...asked)
      .when(dismiss(2))
      .rejects('not_found')
    given(payment).when(dismiss(1)).rejects('not_found')
  })
  test('what the provider gives back of a part that was settled otherwise is told as it is, left or not', () => {
    const known = [approved, requested(1, 2000, 1), refused(1, 2000), dismissed]
    given(payment, ...known)
      .when(record({ refundedCents: 2000 }))
      .then(found(2, 2000))
    given(payment, ...known, found(2, 2000))
      .when(request(1))
      .rejects('refund_too_large', { left: 0 })
    given(payment, ...known)
      .when(record({ status: 'refunded' }))
      .then(paidBack)
  })
  test('a preference is kept once', () => {
    const data = { orderId: 9, preferenceId: '445566-x', initPoint: 'http://wallet/x' }
    given(payment)
      .when({ type: 'AddPreference', ...data })
      .then({ type: 'PreferenceCreated', data })
    given(payment, { type: 'PreferenceCreated', data })
      .when({ type: 'AddPreference', ...data })
      .nothing()
  })
  test('a notice is kept once', () => {
    const event = { type: 'PaymentNotified', data: { paymentId: '55' } } as const
    given(notification).when({ type: 'NotePayment', paymentId: '55' }).then(event)
    given(notification, event).when({ type: 'NotePayment', paymentId: '55' }).nothing()
  })
})

describe('[T10 partial] [F10 partial] notices in every order', () => {
  const told = (status: PaymentFacts['status'], refundedCents = 0): PaymentCommand => record({ status, refundedCents })
  /** What was fetched for each notice, at some moment between it and now; the last one tells how it stands. */
  const lives: Record<string, { fetched: PaymentCommand[]; now: PaymentCommand; ends: string; back: number }> = {
    approved: {
      fetched: [told('pending'), told('in_process'), told('approved'), told('approved'), told('authorized')],
      now: told('approved'),
      ends: 'approved',
      back: 0,
    },
    'approved after a rejected try': {
      fetched: [told('pending'), told('rejected'), told('approved'), told('approved'), told('rejected')],
      now: told('approved'),
      ends: 'approved',
      back: 0,
    },
    rejected: {
      fetched: [told('pending'), told('pending'), told('rejected'), told('rejected'), told('cancelled')],
      now: told('rejected'),
      ends: 'rejected',
      back: 0,
    },
    'given back in parts': {
      fetched: [told('pending'), told('approved'), told('approved', 500), told('approved', 800), told('approved', 800)],
      now: told('approved', 800),
      ends: 'approved',
      back: 800,
    },
    'given back whole': {
      fetched: [
        told('pending'),
        told('approved'),
        told('approved', 500),
        told('refunded', 2130),
        told('refunded', 2130),
      ],
      now: told('refunded', 2130),
      ends: 'refunded',
      back: 2130,
    },
  }
  test.each(Object.entries(lives))('all 120 end in one state: %s', (_, { fetched: facts, now, ends, back }) => {
    for (const commands of permutations(facts)) {
      let state = payment.initial
      const events: PaymentEvent[] = []
      for (const command of [...commands, now, now]) {
        const decided = payment.decide(state, command)
        events.push(...decided)
        state = decided.reduce(payment.evolve, state)
      }
      expect(state.payments['55']?.status).toBe(ends)
      const sum = (...types: PaymentEvent['type'][]) =>
        events.reduce(
          (cents, { type, data }) => cents + (types.includes(type) && 'amountCents' in data ? data.amountCents : 0),
          0,
        )
      expect(sum('RefundFound', 'PaymentRefunded')).toBe(back)
      expect(events.filter(({ type }) => type === 'PaymentApproved').length).toBe(ends === 'rejected' ? 0 : 1)
    }
  })
})

describe('a payment that was set aside', () => {
  const aside: PaymentEvent = { type: 'PaymentSetAside', data: { orderId: 9, paymentId: '55', differences: [] } }
  const about = { orderId: 9, paymentId: '55', note: 'Se habló con el comprador.' }
  const less = { ...fetched, amountCents: 2000 }
  const accept = (change: Partial<PaymentCommand & { type: 'AcceptSetAside' }> = {}): PaymentCommand => ({
    type: 'AcceptSetAside',
    ...about,
    fetched: less,
    currency: 'ARS',
    isOpen: true,
    ...change,
  })
  const giveBack: PaymentCommand = { type: 'RefundSetAside', ...about, fetched: less }
  const dismiss: PaymentCommand = { type: 'DismissSetAside', ...about }
  const accepted: PaymentEvent = {
    type: 'SetAsidePaymentAccepted',
    data: { ...about, amountCents: 2000, currency: 'ARS' },
  }
  const goesBack: PaymentEvent = {
    type: 'RefundRequested',
    data: {
      ...{ ...about, refund: 0, amountCents: 2000, currency: 'ARS' },
      ...{ reason: 'set_aside', lines: [], restocked: false },
    },
  }
  const dismissed: PaymentEvent = { type: 'SetAsidePaymentDismissed', data: about }

  test.each([
    ['accepted', accept(), accepted],
    ['given back', giveBack, goesBack],
    ['dismissed', dismiss, dismissed],
  ] as const)('is %s once, and then nothing else', (_, command, event) => {
    given(payment, aside).when(command).then(event)
    given(payment, aside, event).when(command).nothing()
    for (const other of [accept(), giveBack, dismiss].filter((one) => one !== command && one.type !== command.type))
      given(payment, aside, event).when(other).rejects('payment_not_acceptable')
    given(payment, aside, event).when(record()).nothing()
  })
  test('counts for no order in another currency, nor for one that waits for none, nor once the provider gave it back', () => {
    given(payment, aside)
      .when(accept({ currency: 'USD' }))
      .rejects('payment_not_acceptable')
    given(payment, aside)
      .when(accept({ isOpen: false }))
      .rejects('payment_not_acceptable')
    const back = { ...less, status: 'refunded' as const }
    given(payment, aside)
      .when(accept({ fetched: back }))
      .rejects('payment_not_acceptable')
    given(payment, aside)
      .when({ type: 'RefundSetAside', ...about, fetched: back })
      .rejects('payment_not_acceptable')
    given(payment).when(accept()).rejects('not_found')
  })
  test('is dealt with when the provider gave it back by itself; back after a request, it is refunded', () => {
    const told: PaymentEvent = {
      type: 'SetAsidePaymentDismissed',
      data: { orderId: 9, paymentId: '55', note: 'Lo devolvió el proveedor.' },
    }
    given(payment, aside)
      .when(record({ status: 'refunded' }))
      .then(told)
    given(payment, aside, told)
      .when(record({ status: 'refunded' }))
      .nothing()
    given(payment, aside, goesBack)
      .when({ type: 'RecordRefund', orderId: 9, paymentId: '55', refund: 0 })
      .then({ type: 'PaymentRefunded', data: { orderId: 9, paymentId: '55', refund: 0, amountCents: 2000 } })
  })
  test('that was accepted is given back in parts up to what it was of', () => {
    const request = (amountCents: number): PaymentCommand => ({
      type: 'RequestPartialRefund',
      orderId: 9,
      paymentId: '55',
      asked: { amountCents },
      currency: 'ARS',
      bought: [],
      shippingCents: 0,
    })
    given(payment, aside, accepted).when(request(2001)).rejects('refund_too_large', { left: 20 })
  })
})
