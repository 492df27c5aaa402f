// What is typed in a form and not sent yet, kept in this tab: it outlives a reload, and the sign-in that somebody whose session ended is led to.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { queryKeys } from '#frontend/query-keys.ts'
import { sessionQuery, useUser } from '#frontend/session.ts'
import { type DraftKey, forgetDraft, readDraft, storeDraft } from '#frontend/storage.ts'

/** owner: null for a visitor, undefined while it is not known who types. */
type Draft<Value> = { owner: number | null | undefined; value: Value | null }

/**
 * What is typed, null if nothing is, and a function that changes it. A visitor's goes to whoever signs in, an account's to nobody else. It is
 * forgotten when its form is left for any page but the sign-in. understand: what this release makes of a kept value; null if nothing.
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
    if (value === null) forgetDraft(key)
    else storeDraft(key, JSON.stringify({ userId: draft.owner ?? null, value }))
  }
  return [draft.value, write] as const
}

function useForgettingWhenLeft(key: DraftKey): void {
  const { history } = useRouter()
  const queryClient = useQueryClient()
  useEffect(
    () => () => {
      const isEnded = queryClient.getQueryData(queryKeys.session)?.ended === true
      if (!isEnded && history.location.pathname !== '/login') forgetDraft(key)
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
    const raw = JSON.parse(readDraft(key) ?? '{}') as { userId?: unknown; value?: unknown } | null
    return raw?.userId === null || raw?.userId === userId ? understand(raw?.value) : null
  } catch {
    return null
  }
}
