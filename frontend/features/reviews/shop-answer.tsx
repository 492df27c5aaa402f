import type { Review } from '#frontend/api.ts'
import { formatDay } from '#frontend/ui/figures/moment.ts'

export function ShopAnswer({ answer }: { answer: NonNullable<Review['answer']> }) {
  return (
    <div className="mt-4 rounded-r-lg border-l-2 border-violet bg-violet/8 px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 text-sm">
        <span className="font-semibold">Respuesta de GamerTech</span>
        <time dateTime={answer.at} className="text-muted">
          {formatDay(answer.at)}
        </time>
      </p>
      <p className="mt-1 leading-relaxed whitespace-pre-line wrap-anywhere">{answer.text}</p>
      {answer.isOutdated && <p className="mt-1 text-sm text-muted">Respondida antes de que cambiara la reseña.</p>}
    </div>
  )
}
