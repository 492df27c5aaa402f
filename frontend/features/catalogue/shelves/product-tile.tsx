import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'

export const shelfGrid = 'grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4'

type Props = {
  product: { id: number; name: string; imageUrl: string }
  badge?: ReactNode
  children?: ReactNode
}

export function ProductTile({ product: { id, name, imageUrl }, badge, children }: Props) {
  return (
    <Link
      to="/product/$id"
      params={{ id }}
      className="cut-lg group flex h-full flex-col overflow-hidden border border-line bg-surface transition duration-200 hover:-translate-y-1 hover:border-violet hover:shadow-glow"
    >
      <span className="relative">
        <ProductPicture src={imageUrl} sizes="(min-width: 1024px) 300px, 50vw" />
        {badge}
      </span>
      <span className="flex grow flex-col gap-2 border-t border-line p-4">
        <span className="line-clamp-2 min-h-[2.5em] text-sm leading-tight font-semibold sm:text-base">{name}</span>
        {children}
      </span>
    </Link>
  )
}

export function ShelfBlank({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className={shelfGrid}>
      {[1, 2, 3, 4].map((place) => (
        <div key={place} className="shimmer cut-lg h-72 sm:h-96" />
      ))}
    </div>
  )
}
