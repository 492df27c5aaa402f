// The brands of the shop on the landing.
import { Link } from '@tanstack/react-router'

const brands = ['Drakon', 'Kyntra', 'Lumora', 'Polaria', 'Silex', 'Vortex']

/** A grid of logos; each leads to what the shop has of the brand. */
export function BrandLogos() {
  return (
    <section aria-labelledby="brands-title" className="mx-auto max-w-7xl px-4 pb-24 sm:px-8">
      <h2 id="brands-title" className="text-3xl font-bold sm:text-5xl">
        Marcas
      </h2>
      <div className="beam mt-4 h-0.5 w-40" />
      <ul className="mt-10 grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4">
        {brands.map((name) => (
          <li key={name}>
            <Link
              to="/home"
              search={{ q: name }}
              className="cut-lg grid h-24 place-items-center border border-line bg-surface/60 opacity-80 transition hover:border-violet-soft hover:bg-raised hover:opacity-100 sm:h-32"
            >
              <img
                src={`/img/brands/${name.toLowerCase()}.svg`}
                alt={name}
                width={150}
                height={32}
                loading="lazy"
                className="h-6 w-auto sm:h-8"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
