// A failed part of the page, with a retry button.
import { RotateCw, TriangleAlert } from 'lucide-react'
import { Button } from './button.tsx'

type Props = { title: string; detail?: string; onRetry?: () => unknown }

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
