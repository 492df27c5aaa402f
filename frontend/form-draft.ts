// Unsent form input, kept in this tab: it survives a reload and the sign-in after an ended session.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { queryKeys } from '#frontend/query-keys.ts'
import { sessionQuery, useUser } from '#frontend/session.ts'
import { type DraftKey, forgetInTab, readInTab, storeInTab } from '#frontend/storage.ts'

/** `owner`: null for a visitor, undefined while unknown. */
type Draft<Value> = { owner: number | null | undefined; value: Value | null }

/**
 * Returns the draft (null: none) and its setter. A visitor's draft passes to whoever signs in, an account's to nobody
 * else. Leaving the form for any page but the sign-in forgets it. `understand` parses a stored value; null if
 * unusable.
 */
export function useFormDraft<Value>(key: DraftKey, understand: (kept: unknown) => Value | null) {
  const user = useUser()
  const hasEnded = useQuery(sessionQuery).data?.ended === true
  const userId = user ? user.id : user
  const [draft, setDraft] = useState<Draft<Value>>(() => ({ owner: userId, value: kept(key, userId, understand) }))
  if (userId !== undefined && draft.owner !== userId && !(userId === null && hasEnded)) {
    const isAnybodys = draft.value !== null && (draft.owner ?? null) === null
    setDraft({ owner: userId, value: isAnybodys ? draft.value : kept(key, userId, understand) })
  }
  useForgettingWhenLeft(key)
  const write = (value: Value | null) => {
    setDraft({ owner: draft.owner, value })
    if (value === null) forgetInTab(key)
    else storeInTab(key, JSON.stringify({ userId: draft.owner ?? null, value }))
  }
  return [draft.value, write] as const
}

function useForgettingWhenLeft(key: DraftKey): void {
  const { history } = useRouter()
  const queryClient = useQueryClient()
  useEffect(
    () => () => {
      const isEnded = queryClient.getQueryData(queryKeys.session)?.ended === true
      if (!isEnded && history.location.pathname !== '/login') forgetInTab(key)
    },
    [key, history, queryClient],
  )
}

function kept<Value>(
  key: DraftKey,
  userId: number | null | undefined,
  understand: (kept: unknown) => Value | null,
): Value | null {
  if (userId === undefined) return null
  try {
    const raw = JSON.parse(readInTab(key) ?? '{}') as { userId?: unknown; value?: unknown } | null
    return raw?.userId === null || raw?.userId === userId ? understand(raw?.value) : null
  } catch {
    return null
  }
}
