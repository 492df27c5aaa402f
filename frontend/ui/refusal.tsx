// Why a call was refused or not answered: beside what made it, or in place of a part of the page.
import { RotateCw, TriangleAlert } from 'lucide-react'
import { messageOf } from '#frontend/api-error.ts'
import { Button } from './button.tsx'

/** `of`: an error or a text, if there is one. */
const told = (of: unknown) => (typeof of === 'string' ? of : of ? messageOf(of) : null)

type Props = { of: unknown; role?: 'status' | 'alert'; className?: string }

/** Always in the page, so that new text is announced. */
export function Refusal({ of, role = 'status', className = '' }: Props) {
  return (
    <p role={role} className={`text-sm text-bad empty:hidden ${className}`}>
      {told(of)}
    </p>
  )
}

type FailureProps = { title: string; of?: unknown; onRetry?: () => unknown }

export function Failure({ title, of, onRetry }: FailureProps) {
  return (
    <div role="alert" className="cut-lg flex flex-col items-start gap-4 border border-bad/40 bg-surface p-6">
      <p className="flex items-center gap-3 font-display text-lg font-semibold">
        <TriangleAlert className="size-6 shrink-0 text-bad" />
        {title}
      </p>
      {Boolean(of) && <p className="text-muted">{told(of)}</p>}
      {onRetry && (
        <Button look="outline" icon={<RotateCw className="size-4" />} onClick={() => onRetry()}>
          Reintentar
        </Button>
      )}
    </div>
  )
}
