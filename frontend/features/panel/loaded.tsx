// The answer of a query, or its loading or failure.
import type { ReactNode } from 'react'
import { ApiError, messageOf } from '#frontend/api-error.ts'
import { Failure } from '#frontend/ui/refusal.tsx'

type Props<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  /** With its article: `las causas`. */
  what: string
  /** The title for a 404. */
  absent?: string
  /** Size of the placeholder. */
  look?: string
  children: (data: Data) => ReactNode
}

/** Keeps old data visible if a refetch fails, and marks it as old. */
export function Loaded<Data>({ query, what, absent, look = 'h-40', children }: Props<Data>) {
  const { data, error, refetch } = query
  if (data === undefined && !error)
    return <div role="status" aria-label={`Cargando ${what}`} className={`shimmer ${look}`} />
  const failed = `No pudimos cargar ${what}`
  const title = error instanceof ApiError && error.status === 404 ? (absent ?? failed) : failed
  if (data === undefined) return <Failure title={title} of={error} onRetry={() => refetch()} />
  return (
    <>
      {error && (
        <p role="alert" className="col-span-full mb-4 text-warn">
          Lo que se ve es de hace un momento: {messageOf(error)}
        </p>
      )}
      {children(data)}
    </>
  )
}
