// Why a call was refused or not answered, beside what made it.
import { messageOf } from './api-error.ts'

type Props = { of: unknown; role?: 'status' | 'alert'; className?: string }

/** Always in the page, so that new text is announced. `of`: an error or a text, if there is one. */
export function Refusal({ of, role = 'status', className = '' }: Props) {
  return (
    <p role={role} className={`text-sm text-bad empty:hidden ${className}`}>
      {typeof of === 'string' ? of : of ? messageOf(of) : null}
    </p>
  )
}
