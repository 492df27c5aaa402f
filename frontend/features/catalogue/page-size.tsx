import { largerPages, pageSize } from '#backend/domain/product/product.limits.ts'
import type { CatalogueSearch } from './catalogue-search.ts'

type Size = CatalogueSearch['size']
const sizes: readonly Size[] = [undefined, ...largerPages]

export function PageSize({ size, total, onSize }: { size: Size; total: number; onSize: (size: Size) => void }) {
  if (total <= pageSize) return null
  return (
    <fieldset className="mt-5 flex flex-wrap items-center justify-center gap-1 text-sm text-muted">
      <legend className="float-left mr-2">Productos por página</legend>
      {sizes.map((each) => (
        <button
          key={each ?? pageSize}
          type="button"
          aria-pressed={each === size}
          onClick={() => onSize(each)}
          className="h-11 min-w-11 rounded-lg px-2 font-display font-semibold tabular-nums hover:bg-raised hover:text-text aria-pressed:bg-raised aria-pressed:text-violet-soft"
        >
          {each ?? pageSize}
        </button>
      ))}
    </fieldset>
  )
}
