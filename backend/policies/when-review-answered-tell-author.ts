import type { Policy } from './policy.ts'

export const whenReviewAnsweredTellAuthor: Policy<'ReviewAnswered'> = {
  on: 'ReviewAnswered',
  jobs: ({ data: { productId, userId }, meta, position }) => {
    // An undo only brings an answer back.
    if (meta.causation !== undefined) return []
    return [{ name: 'send-review-mail', data: { productId, userId, position } }]
  },
}
