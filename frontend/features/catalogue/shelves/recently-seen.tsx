import { Link } from '@tanstack/react-router'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'
import type { SeenProduct } from './seen-products.ts'

export default function RecentlySeen({ products }: { products: SeenProduct[] }) {
  return (
    <section aria-labelledby="seen-title" className="mt-16">
      <h2 id="seen-title" className="text-xl font-semibold sm:text-2xl">
        Vistos hace poco
      </h2>
      <ul className="mt-5 grid grid-cols-3 gap-3 sm:grid-cols-6 sm:gap-4">
        {products.slice(0, 6).map(({ id, name, imageUrl }) => (
          <li key={id}>
            <Link to="/product/$id" params={{ id }} className="group flex flex-col gap-2 hover:text-violet-soft">
              <ProductPicture
                src={imageUrl}
                sizes="(min-width: 640px) 190px, 33vw"
                className="cut border border-line"
              />
              <span className="line-clamp-2 text-xs leading-snug font-medium sm:text-sm">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
