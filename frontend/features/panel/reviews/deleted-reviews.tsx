// Reasons of deleted reviews, shown in the dossiers of product and author.
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#frontend/api-error.ts'
import { Actor } from '#frontend/features/panel/audit/audit-entry.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { deletedReviewsQuery } from './reviewed.queries.ts'

/** `of`: `product-3` or `user-7`. Renders nothing without deletions, the usual case. */
export function DeletedReviews({ of }: { of: string }) {
  const { data, error } = useQuery(deletedReviewsQuery(of))
  if (error)
    return (
      <p role="alert" className="mt-8 text-warn">
        No pudimos cargar las reseñas eliminadas: {messageOf(error)}
      </p>
    )
  if (!data || data.length === 0) return null
  return (
    <section aria-label="Reseñas eliminadas" className="mt-8">
      <h3 className="mb-3 text-lg font-semibold">Reseñas eliminadas</h3>
      <ul className="cut-lg divide-y divide-line border border-line bg-surface">
        {data.map(({ position, at, sentence, actor, reason, entity }) => (
          <li key={position} className="px-5 py-4">
            <p className="font-medium break-words">{entity?.title ?? sentence}</p>
            <p className="mt-1 text-sm text-muted">
              <time dateTime={at}>{formatMoment(at)}</time> · <Actor actor={actor} />
            </p>
            <p className="mt-2 border-l-2 border-warn/70 pl-3 text-sm break-words">
              <span className="text-muted">Motivo: </span>
              {reason ?? <span className="text-muted">sin motivo</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
