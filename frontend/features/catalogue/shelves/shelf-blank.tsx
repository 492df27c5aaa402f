import { shelfGrid } from './product-tile.tsx'

export function ShelfBlank({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className={shelfGrid}>
      {[1, 2, 3, 4].map((place) => (
        <div key={place} className="shimmer cut-lg h-72 sm:h-96" />
      ))}
    </div>
  )
}
