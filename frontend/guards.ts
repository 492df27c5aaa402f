// Who may see a screen: what is looked at before it opens.
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { isStaff } from '#backend/domain/user/roles.limits.ts'
import { SIGN_IN_FIRST } from '#frontend/messages.es.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { SESSION_ENDED, sessionQuery, signOut } from '#frontend/session.ts'
import { readStored } from '#frontend/storage.ts'
import { notify } from '#frontend/ui/notice.ts'
import { toastSuccess, toastWarning } from '#frontend/ui/toast.ts'

/** `isArriving`: the page came rendered, for whoever it is, and is being taken over. */
export type Context = { queryClient: QueryClient; isArriving: boolean }
export type Entry = { context: Context; location: { href: string }; cause: 'preload' | 'enter' | 'stay' }

export const noCart = () => notify({ text: 'Debes iniciar sesión o crearte una cuenta para ver tu carrito' })

const askToSignIn = () => toastWarning(SIGN_IN_FIRST)

/** Leads visitors to /login and back afterwards, and says why: a session that just ended, else `say`. A comfort only: the API decides. */
export async function signedIn({ context, location, cause }: Entry, say: () => void = askToSignIn): Promise<void> {
  const { user, ended } = await context.queryClient.ensureQueryData(sessionQuery)
  if (user) return
  if (cause !== 'preload' && ended) notify({ text: SESSION_ENDED })
  if (cause !== 'preload' && !ended) say()
  throw redirect({ to: '/login', search: { redirect: location.href } })
}

/** Leads admins who enter to the panel; the rest of the staff may look at what they work on. Who becomes an admin on the screen stays there. Visitors do not wait until the shop knows them. */
export async function shopper({ context, cause }: Entry): Promise<void> {
  const { queryClient, isArriving } = context
  // What is already before their eyes is taken over first: see isLedToPanel.
  if (isArriving) return
  if (cause === 'stay' || (readStored('id') === null && !queryClient.getQueryData(queryKeys.session))) return
  const session = await queryClient.ensureQueryData(sessionQuery).catch(() => undefined)
  if (session?.user?.isAdmin) throw redirect({ to: '/controlPanel' })
}

/** Whether somebody who arrived at a rendered page of the shop is led elsewhere: admins to the panel, as by `shopper`. */
export async function isLedToPanel(queryClient: QueryClient): Promise<boolean> {
  if (readStored('id') === null) return false
  const session = await queryClient.ensureQueryData(sessionQuery).catch(() => undefined)
  return session?.user?.isAdmin === true
}

/** Leads visitors to /login and shoppers to /home; what of the panel a member of the staff sees is the panel's to say. */
export async function staff(entry: Entry): Promise<void> {
  await signedIn(entry)
  const { user } = await entry.context.queryClient.ensureQueryData(sessionQuery)
  if (!user || !isStaff(user)) throw redirect({ to: '/home' })
}

/** An account that the browser remembers as suspended has no cart: its session ends, here and on the server. */
async function notSuspended({ context, cause }: Entry): Promise<void> {
  if (cause === 'preload' || readStored('vrfd') !== 'false') return
  await signOut(context.queryClient)
  toastSuccess('Cerramos tu sesión')
  throw redirect({ to: '/banned-user' })
}

/** The cart is for shoppers who are signed in. A visitor without a connection gets the browser's own, which needs no shop. */
export async function ownCart(entry: Entry): Promise<void> {
  const isVisitorOffline = !navigator.onLine && readStored('id') === null
  if (isVisitorOffline) return
  await signedIn(entry, noCart)
  await shopper(entry)
  await notSuspended(entry)
}
