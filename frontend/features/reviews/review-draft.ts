// A review that is being written: it outlives a reload, and the sign-in that a visitor or somebody whose session ended is led to.
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { forgetDraft, readDraft, storeDraft } from '#frontend/storage.ts'

type Written = { text: string; score: number }

const blank: Written = { text: '', score: 0 }

/** What is written, and a function that changes it. It is forgotten when its form is left for any page but the sign-in. */
export function useReviewDraft(productId: number, userId: number | null) {
  const { history } = useRouter()
  const [written, setWritten] = useState(() => kept(productId, userId))
  const [author, setAuthor] = useState(userId)
  // After a reload it takes a moment until it is known who is signed in.
  if (author !== userId) {
    setAuthor(userId)
    if (written.text === '' && written.score === 0) setWritten(kept(productId, userId))
  }
  useEffect(
    () => () => {
      if (history.location.pathname !== '/login') forgetDraft('review')
    },
    [history],
  )
  const write = (change: Partial<Written>) => {
    const next = { ...written, ...change }
    setWritten(next)
    storeDraft('review', JSON.stringify({ productId, userId, ...next }))
  }
  return [written, write] as const
}

/** A visitor's goes to whoever signs in, an account's to nobody else. */
function kept(productId: number, userId: number | null): Written {
  try {
    const raw = JSON.parse(readDraft('review') ?? '{}') as Record<string, unknown> | null
    const isTheirs = raw?.productId === productId && (raw.userId === null || raw.userId === userId)
    if (!isTheirs || typeof raw.text !== 'string') return blank
    const score = Number(raw.score)
    return { text: raw.text, score: [1, 2, 3, 4, 5].includes(score) ? score : 0 }
  } catch {
    return blank
  }
}
