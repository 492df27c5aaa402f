import { BadgeCheck } from 'lucide-react'
import { unknownPerson } from '#backend/domain/user/user.limits.ts'
import type { Review } from '#frontend/api.ts'
import { formatDay } from '#frontend/ui/figures/moment.ts'
import { Stars } from '#frontend/ui/figures/stars.tsx'
import { ShopAnswer } from './shop-answer.tsx'

export function ReviewEntry({ review }: { review: Review }) {
  return (
    <li className="flex gap-4 py-6">
      <img
        src={review.author.imageUrl ?? '/img/avatar-default.svg'}
        alt=""
        width={44}
        height={44}
        loading="lazy"
        className="size-11 shrink-0 rounded-full border border-line bg-raised object-cover"
      />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h4 className="font-semibold">{review.author.name ?? unknownPerson}</h4>
          <Stars score={review.score} />
          {review.verified && (
            <span className="inline-flex items-center gap-1 rounded-full bg-ok/12 px-2.5 py-0.5 text-xs font-semibold text-ok">
              <BadgeCheck className="size-3.5" />
              Compra verificada
            </span>
          )}
          <time dateTime={review.at} className="text-sm text-muted sm:ml-auto">
            {formatDay(review.at)}
          </time>
        </div>
        <p className="mt-2 leading-relaxed">
          <span className="text-sm font-medium text-muted">Comentario: </span>
          {review.text}
        </p>
        {review.answer && <ShopAnswer answer={review.answer} />}
      </div>
    </li>
  )
}
