// The signed-in user by the server's word, mirrored in browser storage; ends the session after 30 minutes.
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { may, type Permission } from '#backend/domain/user/roles.limits.ts'
import { roleKeyAttempts, sessionMinutes } from '#backend/domain/user/user.limits.ts'
import type { Session, User } from '#frontend/api.ts'
import { answered, emptyJson, sessionApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { forget, forgetDraftsOfOthers, forgetEverything, readStored, store } from '#frontend/storage.ts'
import { notifyTabs } from '#frontend/tabs.ts'

export const SESSION_ENDED = 'Tu sesión ha caducado. Por favor vuelve a iniciar sesión'

/**
 * `since`: start by the browser's clock, in milliseconds, null without a session; `ended`: the browser remembers a
 * sign-in that no longer holds.
 */
export type SessionView = Pick<Session, 'user'> & { since: number | null; ended: boolean }

const nobody = { user: null, since: null }

/** True once `sessionMinutes` have passed since the login: an ISO text, or milliseconds as text. */
export function isOver(loginMoment: string | null, now: number): boolean {
  if (!loginMoment) return false
  const login = /^\d+$/.test(loginMoment) ? Number(loginMoment) : Date.parse(loginMoment)
  return Number.isFinite(login) && now - login >= sessionMinutes * 60_000
}

async function loadSession(): Promise<SessionView> {
  const session = await answered(sessionApi.index.$get())
  const remembered = readStored('id') !== null
  const over = remembered && isOver(readStored('marcaTiempoLogin'), Date.now())
  if (session.user && over) await answered(sessionApi.end.$post({}, emptyJson))
  if (!session.user || over) return { ...nobody, ended: remembered }
  const login = session.marcaTiempoLogin ?? new Date().toISOString()
  mirrorSignIn(session.user, login)
  store('changeRolAttempts', String(session.changeRolAttempts))
  return { user: session.user, since: Date.parse(login), ended: false }
}

/** Fetched once; later changes are written into the cache. */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: loadSession,
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * The user; null for visitors and if the shop doesn't answer, undefined until known. Also undefined for parts that
 * hydrate later, since their first tree must equal the server's.
 */
export function useUser(): User | null | undefined {
  const { data, isError } = useQuery(sessionQuery)
  if (!useHydrated()) return undefined
  return isError ? null : data?.user
}

/** Checks permissions, so that the page offers nothing that the shop would refuse. */
export function useMay(): (permission: Permission) => boolean {
  const user = useUser()
  return (permission) => (user ? may(user, permission) : false)
}

/** Stores the display state of a continuing session. Keeps a remembered suspension for the cart. */
export function mirrorSignIn(user: User, loginMoment: string): void {
  if (location.pathname === '/login') return
  const suspended = readStored('vrfd') === 'false'
  writeSignIn(user, loginMoment)
  if (suspended) store('vrfd', 'false')
}

function writeSignIn(user: User, loginMoment: string): void {
  store('id', String(user.id))
  store('isAuthenticated', 'true')
  store('marcaTiempoLogin', loginMoment)
  store('vrfd', String(user.isActive))
  if (readStored('changeRolAttempts') === null) store('changeRolAttempts', String(roleKeyAttempts))
}

export function resetSignIn(): void {
  store('isAuthenticated', 'false')
  store('marcaTiempoLogin', new Date().toISOString())
  forget('id')
}

/** Starts a fresh session, which lasts 30 minutes from `loginMoment`. */
export function beginSession(queryClient: QueryClient, user: User, loginMoment: string): void {
  writeSignIn(user, loginMoment)
  forgetDraftsOfOthers(user.id)
  // Uses the current time: with a wrong browser clock `loginMoment` could end the session at once.
  queryClient.setQueryData(queryKeys.session, { user, since: Date.now(), ended: false })
  notifyTabs('session')
}

/** Refetches the session, which another tab or an admin may have changed. Returns whether it differs. */
export async function catchUpSession(queryClient: QueryClient): Promise<boolean> {
  const before = queryClient.getQueryData(queryKeys.session)?.user
  const { user, ended } = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
  const isSameRole = user?.isAdmin === before?.isAdmin && user?.staffRole === before?.staffRole
  if (ended || (user?.id === before?.id && isSameRole)) return false
  // Keeps the drafts of an ended session's owner; clears those of a user who signed out or was replaced elsewhere.
  forgetDraftsOfOthers(user?.id ?? null)
  if (!user) forgetPerson(queryClient)
  // Refetches the previous user's data for this one.
  else if (user.id !== before?.id) await Promise.all(lists.map((queryKey) => queryClient.resetQueries({ queryKey })))
  else if (!user.isAdmin) queryClient.removeQueries({ queryKey: queryKeys.panel.all })
  return true
}

/** Clears the user and their private data. `ended`: the session expired, rather than a sign-out. */
export function dropSession(queryClient: QueryClient, ended: boolean): void {
  queryClient.setQueryData(queryKeys.session, { ...nobody, ended })
  forgetPerson(queryClient)
}

const lists = [queryKeys.cart.all, queryKeys.orders.all, queryKeys.panel.all]

function forgetPerson(queryClient: QueryClient): void {
  for (const queryKey of [...lists, queryKeys.addresses, queryKeys.openSessions])
    queryClient.removeQueries({ queryKey })
}

/** Throws if the server is unreachable. */
export async function signOut(queryClient: QueryClient): Promise<void> {
  await answered(sessionApi.end.$post({}, emptyJson))
  forgetEverything()
  dropSession(queryClient, false)
  notifyTabs('session')
}
