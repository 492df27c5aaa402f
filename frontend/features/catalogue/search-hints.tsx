import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { CataloguePage } from '#frontend/api.ts'

export function SearchHints({ q, found: { ledTo, soldOut } }: { q: string; found: CataloguePage }) {
  const more = soldOut.total - soldOut.items.length
  return (
    <>
      {ledTo && (
        <p className="mt-4 text-pretty">
          No vendemos «{q}». Esto es lo que tenemos en <strong>{ledTo}</strong>.
        </p>
      )}
      {soldOut.total > 0 && (
        <p className="mt-4 text-pretty text-muted">
          {soldOut.total} sin stock:{' '}
          {soldOut.items.map(({ id, name }, nth) => (
            <Fragment key={id}>
              {nth > 0 && ', '}
              <Link to="/product/$id" params={{ id }} className="py-1 text-text underline hover:text-violet-soft">
                {name}
              </Link>
            </Fragment>
          ))}
          {more > 0 && ` y ${more} más`}.
        </p>
      )}
    </>
  )
}
