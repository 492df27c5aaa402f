// For tests: answers of the payment provider with every field that its API reference shows, not only those the shop reads.

const seller = 445566
/** The provider's own time zone and form. */
const at = (time: Date) => new Date(time.getTime() - 4 * 3_600_000).toISOString().replace('Z', '-04:00')

/** The answer to a new preference: the request comes back with what the provider adds. */
export function preferenceShape(request: Record<string, unknown>) {
  const id = `${seller}-${crypto.randomUUID()}`
  const page = `https://www.mercadopago.com.ar/checkout/v1/redirect?pref_id=${id}`
  return {
    additional_info: '',
    auto_return: '',
    binary_mode: false,
    client_id: '1000000000000000',
    collector_id: seller,
    coupon_code: null,
    coupon_labels: null,
    date_created: at(new Date()),
    differential_pricing: null,
    internal_metadata: null,
    marketplace: 'NONE',
    marketplace_fee: 0,
    metadata: {},
    operation_type: 'regular_payment',
    payer: { email: '', name: '', surname: '', phone: { area_code: '', number: '' }, identification: { number: '' } },
    processing_modes: null,
    product_id: null,
    redirect_urls: { failure: '', pending: '', success: '' },
    shipments: { default_shipping_method: null, receiver_address: { zip_code: '', street_name: '' } },
    site_id: 'MLA',
    total_amount: null,
    last_updated: null,
    ...request,
    id,
    init_point: page,
    sandbox_init_point: page.replace('www', 'sandbox'),
  }
}

/** What is the same in every payment here. */
const paymentExample = {
  accounts_info: null,
  acquirer_reconciliation: [],
  binary_mode: false,
  brand_id: null,
  captured: true,
  card: { bin: '503175', first_six_digits: '503175', last_four_digits: '0604', expiration_month: 11 },
  collector_id: seller,
  coupon_amount: 0,
  currency_id: 'ARS',
  date_of_expiration: null,
  description: 'Tu compra en GamerTech',
  fee_details: [{ amount: 61.37, fee_payer: 'collector', type: 'mercadopago_fee' }],
  installments: 1,
  issuer_id: '3',
  live_mode: false,
  metadata: {},
  money_release_status: 'pending',
  notification_url: null,
  operation_type: 'regular_payment',
  order: { id: '30000000001', type: 'mercadopago' },
  payer: { id: '1000000001', email: 'test_user_1@testuser.com', identification: { number: '1111111', type: 'DNI' } },
  payment_method: { id: 'master', issuer_id: '3', type: 'credit_card' },
  payment_method_id: 'master',
  payment_type_id: 'credit_card',
  refunds: [],
  shipping_amount: 0,
  statement_descriptor: 'GAMERTECH',
  taxes_amount: 0,
  transaction_amount_refunded: 0,
}

/** A payment of `amount` with test credentials; its id is a number, as in all the provider's payments. */
export function paymentShape(id: number, status: string, reference: string, amount: number) {
  const now = at(new Date())
  const isApproved = status === 'approved'
  return {
    ...paymentExample,
    additional_info: { authentication_code: null, items: [{ id: '1', quantity: '1', unit_price: String(amount) }] },
    authorization_code: isApproved ? '301299' : null,
    charges_details: [{ id: `${id}-001`, name: 'mercadopago_fee', amounts: { original: 61.37, refunded: 0 } }],
    date_approved: isApproved ? now : null,
    date_created: now,
    date_last_updated: now,
    external_reference: reference,
    id,
    status,
    status_detail: isApproved ? 'accredited' : 'pending_review_manual',
    transaction_amount: amount,
    // With the financing that the buyer pays: not what the order cost.
    transaction_details: { installment_amount: 1620.54, net_received_amount: 1439.13, total_paid_amount: 1620.54 },
  }
}

/** The answer to a refund of the whole payment. */
export function refundShape(payment: ReturnType<typeof paymentShape>) {
  return {
    id: 40_000_000_001,
    payment_id: payment.id,
    amount: payment.transaction_amount,
    metadata: {},
    source: [{ name: 'GamerTech', id: String(seller), type: 'collector' }],
    date_created: at(new Date()),
    unique_sequence_number: null,
    refund_mode: 'standard',
    adjustment_amount: 0,
    status: 'approved',
    reason: null,
    labels: [],
    amount_refunded_to_payer: payment.transaction_amount,
    partition_details: [],
  }
}
