// Finds undos of suspensions and roles in an account's history; the person's own acts stay.
import type { Step } from '#backend/audit/stream-history.ts'
import type { Undos } from '#backend/domain/undo.ts'
import type { Authority } from '#backend/domain/user/roles.limits.ts'
import type { UserEvent } from '#backend/domain/user/user.events.ts'
import type { User } from '#backend/domain/user/user.ts'
import type { DataOf } from '#backend/eventstore/definition/event-definition.ts'

const roleTypes: ReadonlySet<string> = new Set(['AdminGranted', 'AdminRevoked', 'StaffRoleGranted', 'StaffRoleRevoked'])
const isOfRole = ({ event }: Step) => roleTypes.has(event.type)
const isOfActivity = ({ event }: Step) => event.type === 'UserBanned' || event.type === 'UserReinstated'

export function userUndos(userId: number, steps: readonly Step[]): Undos {
  const last = steps.at(-1)?.state as User | undefined
  if (!last || last.isErased) return new Map()
  return new Map([...activityUndo(userId, steps), ...roleUndos(userId, steps)])
}

/** The last suspension or reinstatement; the latter restores the suspension with its reason. */
function activityUndo(userId: number, steps: readonly Step[]): Undos {
  const acts = steps.filter(isOfActivity)
  const [act, ban] = [acts.at(-1), acts.findLast(({ event }) => event.type === 'UserBanned')]
  if (!act || !ban) return new Map()
  const { reason, note } = ban.event.data as DataOf<UserEvent, 'UserBanned'>
  const isActive = act === ban
  return new Map([[act.event.position, { kind: 'activity', userId, isActive, reason, note }]])
}

/** One request may exchange roles in several events; they are undone together. */
function roleUndos(userId: number, steps: readonly Step[]): Undos {
  const end = steps.findLastIndex(isOfRole)
  const last = steps[end]
  if (!last) return new Map()
  const isOfLast = (step: Step) => isOfRole(step) && step.event.correlation === last.event.correlation
  const first = steps.findIndex((step, at) => isOfLast(step) && steps.slice(at, end + 1).every(isOfLast))
  const [before, after] = [authorityOf(steps[first - 1]), authorityOf(last)]
  const undo = { kind: 'role', userId, before: after, after: before } as const
  return new Map(steps.slice(first, end + 1).map(({ event }) => [event.position, undo]))
}

function authorityOf(step: Step | undefined): Authority {
  const { isAdmin = false, staffRole = null } = (step?.state ?? {}) as Partial<User>
  return { isAdmin, staffRole }
}
