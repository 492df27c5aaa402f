// The same event leads to the same job id, so that a job is never there twice, and an event's jobs can be found.
import { createHash } from 'node:crypto'

/** The uuid of the job at `index` (from 0) of those that the event at `position` leads to. */
export function jobId(position: number, index: number): string {
  const h = createHash('sha256').update(`jobs ${position} ${index}`).digest('hex')
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-8${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`
}
