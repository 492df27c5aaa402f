// Unsent form input, stored in this tab: it survives a reload and the sign-in after an ended session.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryKeys } from '#frontend/query-keys.ts'
import { sessionQuery, useUser } from '#frontend/session.ts'
import { type DraftKey, forgetInTab, parsed, storeInTab, useInTab } from '#frontend/storage.ts'

/** `userId`: null for a visitor's draft. */
type Draft = { userId?: number | null; value?: unknown }

/**
 * Returns the draft (null: none) and its setter. A visitor's draft passes to whoever signs in, an account's to nobody
 * else. Leaving the form for any page but the sign-in forgets it. `understand` parses a stored value; null if
 * unusable.
 */
export function useFormDraft<Value>(key: DraftKey, understand: (stored: unknown) => Value | null) {
  const userId = useUser()?.id ?? null
  const hasEnded = useQuery(sessionQuery).data?.ended === true
  const draft = (parsed(useInTab(key)) ?? {}) as Draft
  const isOwn = draft.userId === null || draft.userId === userId || hasEnded
  useForgettingWhenLeft(key)
  const write = (value: Value | null) => {
    const owner = (hasEnded ? draft.userId : userId) ?? null
    if (value === null) forgetInTab(key)
    else storeInTab(key, JSON.stringify({ userId: owner, value } satisfies Draft))
  }
  return [isOwn ? understand(draft.value) : null, write] as const
}

function useForgettingWhenLeft(key: DraftKey): void {
  const { history } = useRouter()
  const queryClient = useQueryClient()
  useEffect(() => {
    const { href } = history.location
    return () => {
      const isEnded = queryClient.getQueryData(queryKeys.session)?.ended === true
      const { href: next, pathname } = history.location
      if (!isEnded && next !== href && pathname !== '/login') forgetInTab(key)
    }
  }, [key, history, queryClient])
}

/** Returns the stored values of `fields` that are texts. */
export function textsOf<Field extends string>(stored: unknown, fields: readonly Field[]): { [Name in Field]?: string } {
  const values = (stored ?? {}) as { [Name in Field]?: string }
  const found = fields.filter((field) => typeof values[field] === 'string')
  return Object.fromEntries(found.map((field) => [field, values[field]])) as typeof values
}
