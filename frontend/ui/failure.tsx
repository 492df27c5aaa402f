// A part of the page that could not be loaded says so, and offers to try again.
import { RotateCw, TriangleAlert } from 'lucide-react'
import { Button } from './button.tsx'

type Props = { title: string; detail?: string; onRetry?: () => unknown }

/** The failure of one part; the rest of the page lives on. */
export function Failure({ title, detail, onRetry }: Props) {
  return (
    <div role="alert" className="cut-lg flex flex-col items-start gap-4 border border-bad/40 bg-surface p-6">
      <p className="flex items-center gap-3 font-display text-lg font-semibold">
        <TriangleAlert className="size-6 shrink-0 text-bad" aria-hidden />
        {title}
      </p>
      {detail && <p className="text-muted">{detail}</p>}
      {onRetry && (
        <Button look="outline" icon={<RotateCw className="size-4" aria-hidden />} onClick={() => onRetry()}>
          Reintentar
        </Button>
      )}
    </div>
  )
}
