// Deletes reviews: one, with failures shown in its dialog, or all chosen ones, with a report.
import { useState } from 'react'
import type { Review } from '#frontend/api.ts'
import { BulkBar } from '#frontend/features/panel/bulk/bulk-bar.tsx'
import { type BulkAct, useBulk } from '#frontend/features/panel/bulk/use-bulk.ts'
import { useAskAnew } from '#frontend/features/panel/products/products.queries.ts'
import { authorOf, DeleteReviews } from './delete-reviews.tsx'
import { deleteReview, useDeleteReview } from './reviewed.queries.ts'

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

export function DeletingDialog({ deleting: { bulk, single, asked, confirm, close } }: { deleting: Deleting }) {
  const reviews = asked === 'chosen' ? bulk.chosen : asked ? [asked] : []
  if (reviews.length === 0) return null
  return <DeleteReviews reviews={reviews} doing={single} onConfirm={confirm} onClose={close} />
}
