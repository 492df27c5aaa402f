import { longestReviewReason, reviewReasons } from '#backend/domain/review/review.limits.ts'
import { unknownPerson } from '#backend/domain/user/user.limits.ts'
import type { Review } from '#frontend/api.ts'
import { AskDialog, keptForReview } from '#frontend/features/panel/form/ask-dialog.tsx'

type Props = {
  reviews: readonly Review[]
  doing: { isPending: boolean; error: Error | null }
  onConfirm: (reason: string | null) => void
  onClose: () => void
}

export const authorOf = ({ author }: Review) => author.name ?? unknownPerson

/** Several need a reason; for one it is optional. */
export function DeleteReviews({ reviews, doing, onConfirm, onClose }: Props) {
  const [only] = reviews
  const isOne = reviews.length === 1 && only !== undefined
  const reason = {
    label: isOne ? 'Motivo (opcional)' : 'Motivo',
    ...{ presets: reviewReasons, maxLength: longestReviewReason, required: !isOne, hint: keptForReview },
  }
  return (
    <AskDialog
      title={isOne ? `¿Eliminar la reseña de ${authorOf(only)}?` : `¿Eliminar ${reviews.length} reseñas?`}
      about={
        isOne ? (
          <span className="line-clamp-4">«{only.text}»</span>
        ) : (
          'Salen de la tienda y del promedio del producto. No vuelven: cada persona puede escribir otra.'
        )
      }
      asks={{ reason }}
      confirm={{ label: 'Sí, eliminar', look: 'danger' }}
      doing={doing}
      onConfirm={(told) => onConfirm(told.reason || null)}
      onClose={onClose}
    />
  )
}
