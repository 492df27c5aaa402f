export const operations = [
  'create_preference',
  'update_preference',
  'get_payment',
  'search_payments',
  'refund',
  'get_installments',
] as const
export type Operation = (typeof operations)[number]

/** `lost_answer` does the work and answers 500, `held_answer` does it and hangs; all others do nothing at all. */
export type FaultKind =
  | 'error_500'
  | 'too_many_requests'
  | 'hang'
  | 'hanging_body'
  | 'broken_json'
  | 'lost_answer'
  | 'held_answer'
  | 'refused'

export type OrderedFault = { operation: Operation; kind: FaultKind; times: number; until: Promise<void> | undefined }

export function nextFault(faults: readonly OrderedFault[], operation: Operation): OrderedFault | undefined {
  const next = faults.find((fault) => fault.operation === operation && fault.times > 0)
  if (next) next.times -= 1
  return next
}
