import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessageSquareOff } from 'lucide-react'
import { useState } from 'react'
import type { PanelProduct, Review } from '#frontend/api.ts'
import { HistoryLink } from '#frontend/features/panel/audit/history-link.tsx'
import { PanelDetail } from '#frontend/features/panel/panel-detail.tsx'
import { PanelList } from '#frontend/features/panel/panel-list.tsx'
import type { Column } from '#frontend/features/panel/panel-table.tsx'
import { AnswerReview } from '#frontend/features/panel/reviews/answer-review.tsx'
import {
  authorOf,
  type Deleting,
  DeletingBar,
  DeletingDialog,
  useDeleting,
} from '#frontend/features/panel/reviews/deleting.tsx'
import { reviewedProductQuery, reviewedQuery, reviewsQuery } from '#frontend/features/panel/reviews/reviewed.queries.ts'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { ShopAnswer } from '#frontend/features/reviews/shop-answer.tsx'
import { useMay } from '#frontend/session.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { Stars } from '#frontend/ui/figures/stars.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'

const oneDecimal = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export default function ReviewsSection() {
  const { address, go } = usePanelAddress()
  const reviewed = useQuery(reviewedQuery(address))
  const columns: Column<PanelProduct>[] = [
    { name: 'ID', sort: 'id', cell: ({ id }) => id },
    { name: 'Producto', sort: 'name', cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span> },
    { name: 'Número de reseñas', sort: 'reviews', cell: ({ rating }) => rating.count, isNumber: true },
    {
      name: 'Puntuación',
      sort: 'rating',
      cell: ({ rating }) => oneDecimal.format(rating.average ?? 0),
      isNumber: true,
    },
    {
      name: 'Acciones',
      cell: ({ id, name }) => (
        <Button look="outline" aria-label={`Ver reseñas de ${name}`} onClick={() => go({ id })}>
          Ver reseñas
        </Button>
      ),
    },
  ]
  return (
    <>
      <PanelList
        list={reviewed}
        of="reviewed"
        label="Productos con reseñas"
        columns={columns}
        keyOf={({ id }) => id}
        none="Todavía no hay reseñas"
        search="Buscar producto..."
      />
      {address.id && <ReviewsOf key={address.id} productId={address.id} />}
    </>
  )
}

function ReviewsOf({ productId }: { productId: number }) {
  const product = useQuery(reviewedProductQuery(productId))
  const reviews = useInfiniteQuery(reviewsQuery(productId))
  const shown = reviews.data?.pages.flatMap((page) => page.reviews)
  const failed = product.error ?? reviews.error
  const deleting = useDeleting(productId)
  const mayModerate = useMay()('reviews:moderate')
  return (
    <PanelDetail title={product.data ? `Reseñas de ${product.data.name}` : 'Reseñas'}>
      {failed && (
        <Failure
          title="No pudimos cargar las reseñas"
          of={failed}
          onRetry={() => Promise.all([product.refetch(), reviews.refetch()])}
        />
      )}
      {!shown && !failed && <div role="status" aria-label="Cargando las reseñas" className="shimmer h-40" />}
      <DeletingBar deleting={deleting} />
      {shown?.length === 0 && <Blank icon={<MessageSquareOff />} title="No se encuentran reseñas" />}
      {mayModerate && shown && shown.length > 1 && (
        <label className="mb-2 inline-flex min-h-11 cursor-pointer items-center gap-3 text-sm text-muted">
          <input
            type="checkbox"
            checked={shown.every(deleting.isChosen)}
            onChange={(event) => deleting.onChoose(shown, event.target.checked)}
            className={checkbox}
          />
          Elegir las {shown.length} que se ven
        </label>
      )}
      <ul className="divide-y divide-line">
        {shown?.map((review) => (
          <ReviewRow key={review.userId} productId={productId} review={review} deleting={mayModerate && deleting} />
        ))}
      </ul>
      {reviews.hasNextPage && (
        <Button look="outline" busy={reviews.isFetchingNextPage} onClick={() => void reviews.fetchNextPage()}>
          Ver más reseñas
        </Button>
      )}
      <DeletingDialog deleting={deleting} />
    </PanelDetail>
  )
}

const checkbox = 'size-5 shrink-0 cursor-pointer'

/** `deleting`: false without the permission. */
type RowProps = { productId: number; review: Review; deleting: Deleting | false }

function ReviewRow({ productId, review, deleting }: RowProps) {
  const name = authorOf(review)
  const [isAnswering, setIsAnswering] = useState(false)
  const mayAnswer = useMay()('reviews:answer')
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-5 first:pt-0">
      {deleting && (
        <input
          type="checkbox"
          aria-label={`Elegir la reseña de ${name}`}
          checked={deleting.isChosen(review)}
          onChange={(event) => deleting.onChoose([review], event.target.checked)}
          className={`mt-0.5 ${checkbox}`}
        />
      )}
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-sans font-semibold">{name}</h3>
          <Stars score={review.score} />
          <time dateTime={review.at} className="text-sm text-muted">
            {formatMoment(review.at)}
          </time>
        </div>
        <p className="mt-2 leading-relaxed wrap-anywhere">{review.text}</p>
        {review.answer && <ShopAnswer answer={review.answer} />}
      </div>
      <span className="flex flex-wrap gap-2">
        {mayAnswer && (
          <Button look="outline" onClick={() => setIsAnswering(true)}>
            {review.answer ? 'Editar Respuesta' : 'Responder'}
          </Button>
        )}
        {deleting && (
          <Button look="danger" onClick={() => deleting.ask(review)}>
            Eliminar Reseña
          </Button>
        )}
        <HistoryLink of={`review-${productId}:${review.userId}`} label={`Historial de la reseña de ${name}`} />
      </span>
      {isAnswering && <AnswerReview productId={productId} review={review} onClose={() => setIsAnswering(false)} />}
    </li>
  )
}
