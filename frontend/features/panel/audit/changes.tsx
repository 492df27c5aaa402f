import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AuditRow } from '#frontend/api.ts'

/** Folds further changes. */
const inSight = 4

export function Changes({ changes }: Pick<AuditRow, 'changes'>) {
  if (changes.length === 0) return null
  if (changes.length <= inSight) return <ChangeList changes={changes} />
  return (
    <Folded title={`Ver los ${changes.length} datos`}>
      <ChangeList changes={changes} />
    </Folded>
  )
}

function ChangeList({ changes }: Pick<AuditRow, 'changes'>) {
  return (
    <ul className="mt-2 space-y-1 text-sm" aria-label="Qué cambió">
      {changes.map(({ name, before, after }) => (
        <li key={name} className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-muted">{name}:</span>
          {before !== null && (
            <del className="break-words text-muted line-through decoration-bad">
              <span className="sr-only">antes </span>
              {before}
            </del>
          )}
          {before !== null && after !== null && <ArrowRight className="size-3.5 self-center text-muted" />}
          {after !== null && (
            <ins className="min-w-0 font-medium break-words no-underline">
              <span className="sr-only">después </span>
              {after}
            </ins>
          )}
        </li>
      ))}
    </ul>
  )
}

export function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="mt-2">
      <summary className="min-h-8 w-fit cursor-pointer content-center rounded text-sm text-violet-soft hover:text-text">
        {title}
      </summary>
      {children}
    </details>
  )
}
