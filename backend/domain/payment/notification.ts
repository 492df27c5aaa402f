// A notice of the payment provider: kept once, however often it is delivered.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { NotificationEvent } from './payment.events.ts'

type Seen = boolean
type NotificationCommand = { type: 'NotePayment'; paymentId: string }

export const notification: Decider<Seen, NotificationCommand, NotificationEvent, 'notification'> = {
  category: 'notification',
  initial: false,
  evolve: () => true,
  decide: (seen, { paymentId }) => (seen ? [] : [{ type: 'PaymentNotified', data: { paymentId } }]),
}
