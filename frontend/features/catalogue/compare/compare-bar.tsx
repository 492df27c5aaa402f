import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { comparedLimits } from '#backend/domain/product/schema/compared.limits.ts'
import { buttonLook } from '#frontend/ui/button.tsx'
import { forgetCompared, useCompared } from './compared-products.ts'

/** Stands in the flow of the page and covers nothing. */
export default function CompareBar() {
  const chosen = useCompared()
  const [first] = chosen
  if (!first) return null
  return (
    <section
      aria-label="Productos para comparar"
      className="cut mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border border-violet/50 bg-surface px-4 py-2"
    >
      <p role="status" className="text-sm text-muted">
        {chosen.length === 1 ? '1 elegido' : `${chosen.length} elegidos`} de {first.category}
        {chosen.length < comparedLimits.least && ': elegí otro para comparar'}
      </p>
      <span className="flex items-center gap-2">
        {chosen.length >= comparedLimits.least && (
          <Link
            to="/comparar"
            search={{ ids: chosen.map(({ id }) => id).join(',') }}
            className={buttonLook('primary', 'text-sm')}
          >
            Comparar ({chosen.length})
          </Link>
        )}
        <button
          type="button"
          aria-label="Vaciar la comparación"
          onClick={forgetCompared}
          className="grid size-11 place-items-center rounded-lg text-muted hover:text-text"
        >
          <X className="size-5" />
        </button>
      </span>
    </section>
  )
}
