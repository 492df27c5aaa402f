// A part of the section Inicio with its loading and failure states.
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { messageOf } from '#frontend/api-error.ts'
import { Failure } from '#frontend/ui/failure.tsx'

type Props = { title: string; note?: string; beside?: ReactNode; className?: string; children: ReactNode }

export function HomePart({ title, note, beside, className = '', children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`cut-lg flex min-w-0 flex-col border border-line bg-surface p-5 sm:p-6 ${className}`}
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          {note && <p className="mt-0.5 text-sm text-muted">{note}</p>}
        </div>
        {beside}
      </div>
      {children}
    </section>
  )
}

type LoadedProps<Data> = {
  query: UseQueryResult<Data>
  /** Accessible name of the loading state. */
  label: string
  className?: string
  children: (data: Data) => ReactNode
}

/** Keeps old data visible if a refetch fails, and marks it as old. */
export function Loaded<Data>({ query, label, className = '', children }: LoadedProps<Data>) {
  if (query.data === undefined && !query.isError)
    return <div role="status" aria-label={`Cargando: ${label}`} className={`shimmer cut-lg h-56 ${className}`} />
  if (query.data === undefined)
    return (
      <div className={className}>
        <Failure
          title={`No pudimos cargar: ${label}`}
          detail={messageOf(query.error)}
          onRetry={() => query.refetch()}
        />
      </div>
    )
  return (
    <>
      {query.isError && (
        <p role="alert" className="col-span-full text-warn">
          {label}: lo que se ve es de hace un momento. {messageOf(query.error)}
        </p>
      )}
      {children(query.data)}
    </>
  )
}
