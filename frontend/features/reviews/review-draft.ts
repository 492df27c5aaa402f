import { useFormDraft } from '#frontend/form-draft.ts'

type Written = { text: string; score: number }

export function useReviewDraft(productId: number) {
  const [draft, setDraft] = useFormDraft('review', (stored) => read(stored, productId))
  const written: Written = draft ?? { text: '', score: 0 }
  const write = (change: Partial<Written>) => setDraft({ productId, ...written, ...change })
  return [written, write] as const
}

function read(raw: unknown, productId: number): (Written & { productId: number }) | null {
  const { productId: of, text, score } = (raw ?? {}) as Record<string, unknown>
  if (of !== productId || typeof text !== 'string') return null
  return { productId, text, score: [1, 2, 3, 4, 5].includes(Number(score)) ? Number(score) : 0 }
}
