import type { ReactNode } from 'react'

/** Beside the name of a row that differs from the others. */
export function Pill({ children }: { children: ReactNode }) {
  return (
    <span className="rounded-full border border-line bg-raised px-2.5 py-0.5 text-xs font-semibold text-muted">
      {children}
    </span>
  )
}
