// Reads the log and enqueues the resulting jobs in the transaction that moves its checkpoint: the log is the outbox.
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { Reactor } from '#backend/eventstore/subscriptions/subscription.ts'
import { jobId } from '#backend/jobs/job-id.ts'
import type { JobOrigin, JobQueue, NewJob } from '#backend/jobs/queue.ts'
import { policies, policiesOfAll } from './policies.ts'

const name = 'jobs'
/** Every reactor with a checkpoint. */
export const reactorNames: readonly string[] = [name]

type PolicyJob = NewJob & { id: string; origin: JobOrigin }
type AnyPolicies = { readonly [type: string]: ((event: never) => NewJob[]) | undefined }

export function jobReactor(queue: Pick<JobQueue, 'insert'>): Reactor<PolicyJob> {
  return {
    name,
    eventTypes: Object.keys({ ...policiesOfAll, ...policies }),
    react: (event) =>
      (isOfDemo(event) ? [policiesOfAll] : [policiesOfAll, policies])
        .flatMap((table: AnyPolicies) => table[event.type]?.(event as never) ?? [])
        .map((job, index) => ({ ...job, id: jobId(event.position, index), origin: originOf(event) })),
    enqueue: (client, jobs) => queue.insert(client, jobs),
  }
}

/** By its actor, or by its correlation if a person of the demo acts. */
function isOfDemo({ meta: { actor, correlation } }: RecordedEvent): boolean {
  return actor === 'demo' || correlation.startsWith('demo:')
}

function originOf({ position, meta: { correlation, traceparent } }: RecordedEvent): JobOrigin {
  return { correlation, causation: position, ...(traceparent !== undefined && { traceparent }) }
}
