// Operations and their ends. Part of stored events: never remove one.
export const acts = [
  'dry-run',
  'rebuild',
  'hold',
  'cancel',
  'cut-over',
  'rollback',
  'pause',
  'resume',
  'retry',
  'skip',
  'verify',
  'retry-job',
  'drop-job',
] as const
export const outcomes = ['done', 'differs', 'failed', 'cancelled'] as const

export type Act = (typeof acts)[number]
export type Outcome = (typeof outcomes)[number]
