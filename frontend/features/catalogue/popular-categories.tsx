// Categories that sell well, for a search without results.
import { Link } from '@tanstack/react-router'
import type { CataloguePage } from '#frontend/api.ts'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'

export default function PopularCategories({ categories }: { categories: CataloguePage['popular'] }) {
  return (
    <section aria-labelledby="popular" className="mt-10">
      <h2 id="popular" className="text-xl font-semibold">
        Mirá por categoría
      </h2>
      <ul className="mt-5 grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4">
        {categories.map(({ category, imageUrl, count }) => (
          <li key={category}>
            <Link
              to="/home"
              search={{ category }}
              className="flex h-full items-center gap-4 rounded-xl border border-line bg-surface p-3 transition hover:border-violet-soft hover:bg-raised max-sm:flex-col max-sm:items-start"
            >
              <ProductPicture
                src={imageUrl}
                sizes="(min-width: 640px) 96px, 45vw"
                className="w-full shrink-0 rounded-lg sm:size-24"
              />
              <span className="min-w-0">
                <span className="block leading-snug font-semibold">{category}</span>
                <span className="text-sm text-muted">{count === 1 ? '1 producto' : `${count} productos`}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
