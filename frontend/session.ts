// Who is signed in, as the server says, mirrored for display in the browser's storage; and the end of a session after 30 minutes.
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { may, type Permission } from '#backend/domain/user/roles.limits.ts'
import { roleKeyAttempts, sessionMinutes } from '#backend/domain/user/user.limits.ts'
import type { Session, User } from '#frontend/api.ts'
import { answered, emptyJson, sessionApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { forget, forgetDraftsOfOthers, forgetEverything, readStored, store } from '#frontend/storage.ts'
import { tellTabs } from '#frontend/tabs.ts'

export const SESSION_ENDED = 'Tu sesión ha caducado. Por favor vuelve a iniciar sesión'

/**
 * The session as the screens see it. `since` is its beginning by the browser's clock, in milliseconds, null without a session;
 * `ended` when the browser remembers a sign-in that no longer holds.
 */
export type SessionView = Pick<Session, 'user'> & { since: number | null; ended: boolean }

const nobody = { user: null, since: null }

/** True once `sessionMinutes` have passed since the login moment, which is an ISO text or milliseconds as text. */
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

/** The one read of the session. It is asked once; later changes are written to it. */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: loadSession,
  staleTime: Number.POSITIVE_INFINITY,
})

const never = () => () => undefined

/**
 * The signed-in user; null for visitors and when the shop cannot say, undefined while it is not yet known. A part of a rendered page that is
 * taken over after the shop has said it does not know either: its first tree has to be the server's.
 */
export function useUser(): User | null | undefined {
  const { data, isError } = useQuery(sessionQuery)
  const isTakenOver = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  if (!isTakenOver) return undefined
  return isError ? null : data?.user
}

/** Tells what the signed-in user may do beside buying, so that nothing is offered that the shop would refuse. */
export function useMay(): (permission: Permission) => boolean {
  const user = useUser()
  return (permission) => (user ? may(user, permission) : false)
}

/** Writes the display state of a session that goes on. A suspension that the browser remembers stays for the cart to act on. */
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

/** Resets the display state: nobody is signed in as far as the browser remembers. */
export function resetSignIn(): void {
  store('isAuthenticated', 'false')
  store('marcaTiempoLogin', new Date().toISOString())
  forget('id')
}

/** Takes over a fresh sign-in or registration, whose session lasts 30 minutes from `loginMoment`. */
export function beginSession(queryClient: QueryClient, user: User, loginMoment: string): void {
  writeSignIn(user, loginMoment)
  forgetDraftsOfOthers(user.id)
  // It began just now, whatever the browser's clock says: one that is wrong must not end it at once.
  queryClient.setQueryData(queryKeys.session, { user, since: Date.now(), ended: false })
  tellTabs({ of: 'session' })
}

/** Asks anew who is signed in, and as what: another tab or an admin may have changed it. Returns whether it is otherwise now. */
export async function catchUpSession(queryClient: QueryClient): Promise<boolean> {
  const before = queryClient.getQueryData(queryKeys.session)?.user
  const { user, ended } = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
  const isSameRole = user?.isAdmin === before?.isAdmin && user?.staffRole === before?.staffRole
  if (ended || (user?.id === before?.id && isSameRole)) return false
  // Whose session ended comes back to what they typed; who signed out in another tab, or is another now, leaves nothing in this one.
  forgetDraftsOfOthers(user?.id ?? null)
  if (!user) forgetPerson(queryClient)
  // What the screen shows of the previous person is asked anew for this one.
  else if (user.id !== before?.id)
    await Promise.all(
      [queryKeys.cart.all, queryKeys.orders.all, queryKeys.panel.all].map((queryKey) =>
        queryClient.resetQueries({ queryKey }),
      ),
    )
  else if (!user.isAdmin) queryClient.removeQueries({ queryKey: queryKeys.panel.all })
  return true
}

/** Forgets the signed-in user and all they alone could see. `ended` when the session ran out rather than was left. */
export function dropSession(queryClient: QueryClient, ended: boolean): void {
  queryClient.setQueryData(queryKeys.session, { ...nobody, ended })
  forgetPerson(queryClient)
}

function forgetPerson(queryClient: QueryClient): void {
  queryClient.removeQueries({ queryKey: queryKeys.addresses })
  queryClient.removeQueries({ queryKey: queryKeys.openSessions })
  queryClient.removeQueries({ queryKey: queryKeys.cart.all })
  queryClient.removeQueries({ queryKey: queryKeys.orders.all })
  queryClient.removeQueries({ queryKey: queryKeys.panel.all })
}

/** Signs out on the server and clears the browser's storage. Throws when the server could not be told. */
export async function signOut(queryClient: QueryClient): Promise<void> {
  await answered(sessionApi.end.$post({}, emptyJson))
  forgetEverything()
  dropSession(queryClient, false)
  tellTabs({ of: 'session' })
}
