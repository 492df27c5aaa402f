// Every refusal of the shop. decide throws it, http/middleware/problems.ts answers it, the page says it in Spanish.
export const rejectionCodes = [
  'not_found',
  'forbidden',
  'conflict',
  'email_in_use',
  'out_of_stock',
  'below_held_stock',
  'product_changed',
  'sku_in_use',
  'attributes_invalid',
  'schema_changed',
  'attribute_kind_fixed',
  'settings_changed',
  'synonyms_changed',
  'review_changed',
  'answer_names_author',
  'views_changed',
  'stale_total',
  'cart_changed',
  'cart_empty',
  'cart_full',
  'checkout_paused',
  'first_purchase_limit',
  'too_many_held',
  'transfer_unavailable',
  'transfer_limit',
  'not_by_transfer',
  'movement_taken',
  'refund_done',
  'refund_account_useless',
  'too_many_refund_accounts',
  'too_many_receipts',
  'order_not_open',
  'order_not_ready',
  'other_delivery',
  'payment_not_acceptable',
  'refund_too_large',
  'order_not_paid',
  'withdrawal_too_late',
  'wrong_credentials',
  'user_banned',
  'reset_link_invalid',
  'google_refused',
  'google_cancelled',
  'google_link_required',
  'google_taken',
  'email_unverified',
  'sign_in_unavailable',
  'user_erased',
  'last_admin',
  'role_changed',
  'admin_stays_active',
  'role_key_missing',
  'role_key_rejected',
  'account_key_rejected',
  'role_change_blocked',
  'role_key_unset',
  'payment_unavailable',
] as const
export type RejectionCode = (typeof rejectionCodes)[number]

/** An expected refusal. `details` reach the caller, so they are never private. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
  readonly code: RejectionCode
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: RejectionCode, details: Readonly<Record<string, unknown>> = {}) {
    super(code)
    this.code = code
    this.details = details
  }
}
