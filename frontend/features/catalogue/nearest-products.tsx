// What stands on the page of a search that found nothing.
import { Link } from '@tanstack/react-router'
import type { CatalogueItem } from '#frontend/api.ts'
import { Price } from '#frontend/ui/price.tsx'
import { ProductPicture } from '#frontend/ui/product-picture.tsx'

/** Small entries, so that nobody takes them for results. */
export default function NearestProducts({ products }: { products: CatalogueItem[] }) {
  return (
    <section aria-labelledby="nearest" className="mt-10">
      <h2 id="nearest" className="text-xl font-semibold">
        Quizás te sirva
      </h2>
      <ul className="mt-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {products.map(({ id, name, imageUrl, price }) => (
          <li key={id}>
            <Link
              to="/product/$id"
              params={{ id }}
              className="flex h-full items-center gap-4 rounded-xl border border-line bg-surface p-3 transition hover:border-violet-soft hover:bg-raised"
            >
              <ProductPicture
                src={imageUrl}
                name={name}
                sizes="80px"
                className="size-20 shrink-0 rounded-lg"
                decorative
              />
              <span className="min-w-0">
                <span className="line-clamp-2 text-sm leading-snug font-medium">{name}</span>
                <Price amount={price} className="mt-1 block" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
