// /: the landing.
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { BestRated } from '#frontend/features/catalogue/shelves/best-rated.tsx'
import { ChatWidget } from '#frontend/features/chat/chat-widget.tsx'
import { LandingHeader } from '#frontend/layout/landing-header.tsx'
import { SiteFooter } from '#frontend/layout/site-footer.tsx'
import { buttonLook } from '#frontend/ui/button.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { RotatingHero } from '#frontend/ui/rotating-hero.tsx'
import { BrandLogos } from './brand-logos.tsx'
import { CategoryTiles } from './category-tiles.tsx'
import { OffersSection } from './offers-section.tsx'

/** Hero, categories, offers, best rated, brands, footer. */
export function LandingScreen() {
  return (
    <>
      <RotatingHero>
        <LandingHeader />
        <div className="mx-auto flex w-full max-w-7xl grow flex-col justify-center gap-7 px-4 pt-28 pb-24 sm:px-8">
          <p className="font-display text-sm font-semibold tracking-[0.24em] text-cyan uppercase">Hardware y gaming</p>
          <PageHeading
            title="Bienvenidos a GamerTech"
            className="max-w-4xl text-5xl leading-[1.02] font-bold sm:text-7xl lg:text-8xl"
          />
          <p className="max-w-xl text-lg leading-relaxed sm:text-xl">
            Placas, procesadores, periféricos y consolas con ficha técnica completa, stock real y reseñas de la
            comunidad.
          </p>
          <div className="flex flex-wrap gap-3">
            <Link to="/login" className={buttonLook('primary', 'min-h-13 px-9 text-lg')}>
              Registrarse
            </Link>
            <Link to="/home" className={buttonLook('outline', 'min-h-13 bg-ink/60 px-7 text-lg')}>
              Ver productos
              <ArrowRight className="size-5" aria-hidden />
            </Link>
          </div>
        </div>
      </RotatingHero>
      <section
        id="categorias"
        aria-labelledby="categories-title"
        className="mx-auto max-w-7xl scroll-mt-4 px-4 py-20 sm:px-8"
      >
        <h2 id="categories-title" className="text-3xl font-bold sm:text-5xl">
          Categorías
        </h2>
        <div className="beam mt-4 h-0.5 w-40" />
        <CategoryTiles />
      </section>
      <OffersSection />
      <BestRatedSection />
      <BrandLogos />
      <SiteFooter />
      <ChatWidget raised />
    </>
  )
}

function BestRatedSection() {
  return (
    <BestRated
      frame={(tiles) => (
        <section aria-labelledby="best-title" className="mx-auto max-w-7xl px-4 pb-24 sm:px-8">
          <h2 id="best-title" className="text-3xl font-bold sm:text-5xl">
            Los mejor calificados
          </h2>
          <div className="beam mt-4 h-0.5 w-40" />
          <p className="mt-5 mb-8 max-w-xl text-muted">Lo que más recomiendan quienes ya lo usan.</p>
          {tiles}
        </section>
      )}
    />
  )
}
