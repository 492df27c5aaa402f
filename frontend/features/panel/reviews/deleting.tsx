// Deletes reviews: one, with failures shown in its dialog, or all chosen ones, with a report.
import { useState } from 'react'
import { longestReviewReason, reviewReasons } from '#backend/domain/review/review.limits.ts'
import { unknownPerson } from '#backend/domain/user/user.limits.ts'
import type { Review } from '#frontend/api.ts'
import { BulkBar } from '#frontend/features/panel/bulk/bulk-bar.tsx'
import { type BulkAct, useBulk } from '#frontend/features/panel/bulk/use-bulk.ts'
import { AskDialog, keptForReview } from '#frontend/features/panel/form/ask-dialog.tsx'
import { useAskAnew } from '#frontend/features/panel/products/products.queries.ts'
import { deleteReview, useDeleteReview } from './reviewed.queries.ts'

export const authorOf = ({ author }: Review) => author.name ?? unknownPerson
export type Deleting = ReturnType<typeof useDeleting>

export function useDeleting(productId: number) {
  const single = useDeleteReview(productId)
  const [asked, setAsked] = useState<Review | 'chosen' | null>(null)
  const bulk = useBulk<Review>(({ userId }) => userId, authorOf, useAskAnew())
  const { isChosen, onChoose } = bulk.choosing
  const close = () => {
    single.reset()
    setAsked(null)
  }
  const confirm = (reason: string | null) => {
    if (asked === 'chosen') {
      close()
      return void bulk.run(deletion(productId, reason))
    }
    if (!asked) return
    const done = () => {
      close()
      onChoose([asked], false)
    }
    single.mutate({ userId: asked.userId, reason }, { onSuccess: done })
  }
  return { bulk, single, asked, isChosen, onChoose, ask: setAsked, close, confirm }
}

function deletion(productId: number, reason: string | null): BulkAct<Review> {
  return {
    label: 'Eliminar',
    done: 'Eliminadas',
    isDanger: true,
    isFor: () => true,
    run: ({ userId }) => deleteReview({ productId, userId, reason }),
  }
}

export function DeletingBar({ deleting: { bulk, ask } }: { deleting: Deleting }) {
  return (
    <BulkBar
      bulk={bulk}
      acts={[deletion(0, null)]}
      onAct={() => ask('chosen')}
      nameOf={authorOf}
      counted={(count) => (count === 1 ? '1 reseña' : `${count} reseñas`)}
      isFeminine
    />
  )
}

/** Several need a reason; for one it is optional. */
export function DeletingDialog({ deleting: { bulk, single, asked, confirm, close } }: { deleting: Deleting }) {
  const only = asked === 'chosen' ? (bulk.chosen.length === 1 ? bulk.chosen[0] : undefined) : asked
  if (!asked || (asked === 'chosen' && bulk.chosen.length === 0)) return null
  const reason = {
    label: only ? 'Motivo (opcional)' : 'Motivo',
    ...{ presets: reviewReasons, maxLength: longestReviewReason, required: !only, hint: keptForReview },
  }
  const about = 'Salen de la tienda y del promedio del producto. No vuelven: cada persona puede escribir otra.'
  return (
    <AskDialog
      title={only ? `¿Eliminar la reseña de ${authorOf(only)}?` : `¿Eliminar ${bulk.chosen.length} reseñas?`}
      about={only ? <span className="line-clamp-4">«{only.text}»</span> : about}
      asks={{ reason }}
      confirm={{ label: 'Sí, eliminar', look: 'danger' }}
      doing={single}
      onConfirm={(told) => confirm(told.reason || null)}
      onClose={close}
    />
  )
}
