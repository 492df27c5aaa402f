import { formatMoment } from './moment.ts'

export function MomentCell({ at }: { at: string }) {
  return (
    <time dateTime={at} className="inline-block min-w-26">
      {formatMoment(at)}
    </time>
  )
}
