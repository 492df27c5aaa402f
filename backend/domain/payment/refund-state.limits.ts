// How far money is that goes back: one list for the domain, the read models, the API and its pages, so it imports nothing.

/**
 * unanswered: on its way like under_way, but the provider has not said whether it was made. refused: nothing of it went back. dismissed: nothing
 * went back at the provider, and the buyer was given it otherwise.
 */
export const refundStates = ['under_way', 'unanswered', 'refused', 'done', 'dismissed'] as const
export type RefundState = (typeof refundStates)[number]

export const refundStateAfter = {
  RefundRequested: 'under_way',
  RefundFound: 'done',
  RefundRefused: 'refused',
  RefundUnanswered: 'unanswered',
  RefundRetried: 'under_way',
  RefundDismissed: 'dismissed',
  PaymentRefunded: 'done',
} as const satisfies Record<string, RefundState>

/** Whether the provider may still make it. */
export function isOnItsWay({ state }: { state: RefundState }): boolean {
  return state === 'under_way' || state === 'unanswered'
}
