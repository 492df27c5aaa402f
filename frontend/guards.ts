import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { isStaff } from '#backend/domain/user/roles.limits.ts'
import { SIGN_IN_FIRST } from '#frontend/messages.es.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { SESSION_ENDED, sessionQuery, signOut } from '#frontend/session.ts'
import { readStored } from '#frontend/storage.ts'
import { notify } from '#frontend/ui/notice/notice.ts'
import { toastSuccess, toastWarning } from '#frontend/ui/notice/toast.ts'

export type Context = { queryClient: QueryClient; isHydrating: boolean }
export type Entry = { context: Context; location: { href: string }; cause: 'preload' | 'enter' | 'stay' }

export const noCart = () => notify({ text: 'Debes iniciar sesión o crearte una cuenta para ver tu carrito' })

const askToSignIn = () => toastWarning(SIGN_IN_FIRST)

/** Sends visitors to /login and back, and says why: an ended session, or `say`. The API enforces access. */
export async function signedIn({ context, location, cause }: Entry, say: () => void = askToSignIn): Promise<void> {
  const { user, ended } = await context.queryClient.ensureQueryData(sessionQuery)
  if (user) return
  if (cause !== 'preload' && ended) notify({ text: SESSION_ENDED })
  if (cause !== 'preload' && !ended) say()
  throw redirect({ to: '/login', search: { redirect: location.href } })
}

/** Sends entering admins to the panel; other staff may see the shop. Somebody who becomes admin on the screen stays. */
export async function shopper({ context: { queryClient, isHydrating }, cause }: Entry): Promise<void> {
  // Hydrates the visible page first; main.tsx leads to the panel afterwards.
  if (isHydrating || cause === 'stay') return
  if (await isAdmin(queryClient)) throw redirect({ to: '/controlPanel' })
}

/** Visitors don't wait for the session's answer. */
export async function isAdmin(queryClient: QueryClient): Promise<boolean> {
  if (readStored('id') === null && !queryClient.getQueryData(queryKeys.session)) return false
  const session = await queryClient.ensureQueryData(sessionQuery).catch(() => undefined)
  return session?.user?.isAdmin === true
}

/** Sends visitors to /login and shoppers to /home; the panel itself decides what each role sees. */
export async function staff(entry: Entry): Promise<void> {
  await signedIn(entry)
  const { user } = await entry.context.queryClient.ensureQueryData(sessionQuery)
  if (!user || !isStaff(user)) throw redirect({ to: '/home' })
}

/** Ends the session of an account remembered as suspended, here and on the server; it has no cart. */
async function notSuspended({ context, cause }: Entry): Promise<void> {
  if (cause === 'preload' || readStored('vrfd') !== 'false') return
  await signOut(context.queryClient)
  toastSuccess('Cerramos tu sesión')
  throw redirect({ to: '/banned-user' })
}

/** The cart needs a signed-in shopper. An offline visitor gets the browser's cart, which needs no shop. */
export async function ownCart(entry: Entry): Promise<void> {
  if (!navigator.onLine && readStored('id') === null) return
  await signedIn(entry, noCart)
  await shopper(entry)
  await notSuspended(entry)
}
