import { tracingChannel } from 'node:diagnostics_channel'

export type ObservedJob = {
  readonly startedAt: number
  readonly job: string
  readonly traceparent: string | undefined
  error?: unknown
}

export const jobRuns = tracingChannel<ObservedJob>('gamertech:jobs:attempt')
