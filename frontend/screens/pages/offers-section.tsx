// The offers on the landing.
import { Offers } from '#frontend/features/catalogue/shelves/offers.tsx'

/** What the fragment #ofertas leads to. */
export function OffersSection() {
  return (
    <section id="ofertas" aria-labelledby="offers-title" className="mx-auto max-w-7xl scroll-mt-4 px-4 pb-24 sm:px-8">
      <h2 id="offers-title" className="text-3xl font-bold sm:text-5xl">
        Ofertas
      </h2>
      <div className="beam mt-4 h-0.5 w-40" />
      <p className="mt-5 max-w-xl text-muted">Productos que bajaron de precio en los últimos 30 días.</p>
      <div className="mt-8">
        <Offers />
      </div>
    </section>
  )
}
