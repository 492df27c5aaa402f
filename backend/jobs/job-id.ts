// The same event leads to the same job id, so that a job is never there twice, and an event's jobs can be found.
import { hashedUuid } from '#backend/eventstore/log/hashed-uuid.ts'

/** The uuid of the job at `index` (from 0) of those that the event at `position` leads to. */
export function jobId(position: number, index: number): string {
  return hashedUuid(`jobs ${position} ${index}`)
}
