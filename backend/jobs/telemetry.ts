// The channel for metrics and traces of the attempts at jobs.
import { tracingChannel } from 'node:diagnostics_channel'

export type ObservedJob = {
  /** performance.now() at the beginning. */
  readonly startedAt: number
  readonly job: string
  /** W3C trace context of the append of the event that the job follows. */
  readonly traceparent: string | undefined
  /** Set by the channel if the attempt failed. */
  error?: unknown
}

export const jobRuns = tracingChannel<ObservedJob>('gamertech:jobs:attempt')
