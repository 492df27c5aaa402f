// The section Reseñas: the products that have reviews, and the reviews of one.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessageSquareOff } from 'lucide-react'
import { useState } from 'react'
import type { PanelProduct, Review } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { PanelDetail } from '#frontend/features/panel/panel-detail.tsx'
import { PanelList } from '#frontend/features/panel/panel-list.tsx'
import type { Column } from '#frontend/features/panel/panel-table.tsx'
import {
  reviewedProductQuery,
  reviewedQuery,
  reviewsQuery,
  useDeleteReview,
} from '#frontend/features/panel/reviewed.queries.ts'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { useMay } from '#frontend/session.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { Button } from '#frontend/ui/button.tsx'
import Dialog from '#frontend/ui/dialog.tsx'
import { Failure } from '#frontend/ui/failure.tsx'
import { formatMoment } from '#frontend/ui/moment.ts'
import { Stars } from '#frontend/ui/stars.tsx'

const oneDecimal = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export default function ReviewsSection() {
  const { address, go } = usePanelAddress()
  const reviewed = useQuery(reviewedQuery(address))
  const columns: Column<PanelProduct>[] = [
    { name: 'ID', sort: 'id', cell: ({ id }) => id },
    { name: 'Producto', sort: 'name', cell: ({ name }) => <span className="font-medium">{name}</span> },
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
  const [chosen, setChosen] = useState<Review | null>(null)
  const shown = reviews.data?.pages.flatMap((page) => page.reviews)
  const failed = product.error ?? reviews.error
  return (
    <PanelDetail title={product.data ? `Reseñas de ${product.data.name}` : 'Reseñas'}>
      {failed && (
        <Failure
          title="No pudimos cargar las reseñas"
          detail={messageOf(failed)}
          onRetry={() => Promise.all([product.refetch(), reviews.refetch()])}
        />
      )}
      {!shown && !failed && <div role="status" aria-label="Cargando las reseñas" className="shimmer h-40" />}
      {shown?.length === 0 && <Blank icon={<MessageSquareOff aria-hidden />} title="No se encuentran reseñas" />}
      <ul className="divide-y divide-line">
        {shown?.map((review) => (
          <ReviewRow key={review.userId} review={review} onDelete={() => setChosen(review)} />
        ))}
      </ul>
      {reviews.hasNextPage && (
        <Button look="outline" busy={reviews.isFetchingNextPage} onClick={() => void reviews.fetchNextPage()}>
          Ver más reseñas
        </Button>
      )}
      {chosen && <DeleteReview productId={productId} review={chosen} onClose={() => setChosen(null)} />}
    </PanelDetail>
  )
}

const nameOf = ({ author }: Review) => author.name ?? 'Usuario desconocido'

function ReviewRow({ review, onDelete }: { review: Review; onDelete: () => void }) {
  const may = useMay()
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-5 first:pt-0">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-sans font-semibold">{nameOf(review)}</h3>
          <Stars score={review.score} />
          <time dateTime={review.at} className="text-sm text-muted">
            {formatMoment(review.at)}
          </time>
        </div>
        <p className="mt-2 leading-relaxed">{review.text}</p>
      </div>
      {may('reviews:moderate') && (
        <Button look="danger" onClick={onDelete}>
          Eliminar Reseña
        </Button>
      )}
    </li>
  )
}

type DeleteProps = { productId: number; review: Review; onClose: () => void }

/** Deletes after a yes; a failure is said in the dialog, which stays. */
function DeleteReview({ productId, review, onClose }: DeleteProps) {
  const deleting = useDeleteReview(productId)
  const run = () => deleting.mutate(review.userId, { onSuccess: onClose })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`¿Eliminar la reseña de ${nameOf(review)}?`}
      confirm={{ label: 'Sí, eliminar', run, look: 'danger', busy: deleting.isPending }}
      closeLabel="Cancelar"
    >
      <p className="line-clamp-4">«{review.text}»</p>
      {deleting.error && (
        <p role="alert" className="mt-3 text-bad">
          {messageOf(deleting.error)}
        </p>
      )}
    </Dialog>
  )
}
