import { hashedUuid } from '#backend/eventstore/log/hashed-uuid.ts'

export function jobId(position: number, index: number): string {
  return hashedUuid(`jobs ${position} ${index}`)
}
