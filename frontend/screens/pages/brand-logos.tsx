import { Link } from '@tanstack/react-router'

const brands = ['Drakon', 'Kyntra', 'Lumora', 'Polaria', 'Silex', 'Vortex']

export function BrandLogos() {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4">
      {brands.map((name) => (
        <li key={name}>
          <Link
            to="/home"
            search={{ q: name }}
            className="cut-lg grid h-24 place-items-center border border-line bg-surface/60 opacity-80 transition hover:border-violet-soft hover:bg-raised hover:opacity-100 sm:h-32"
          >
            {/* The drawing is a stencil: its colour is the theme's. */}
            <span
              role="img"
              aria-label={name}
              className="h-6 w-[7.75rem] bg-current mask-contain mask-center mask-no-repeat sm:h-8 sm:w-40"
              style={{ maskImage: `url(/img/brands/${name.toLowerCase()}.svg)` }}
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}
