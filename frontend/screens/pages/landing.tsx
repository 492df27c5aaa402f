import { ArrowRight } from 'lucide-react'
import { Offers } from '#frontend/features/catalogue/shelves/offers.tsx'
import { ProductShelf } from '#frontend/features/catalogue/shelves/product-shelf.tsx'
import { ChatWidget } from '#frontend/features/chat/chat-widget.tsx'
import { WithdrawalLink } from '#frontend/features/orders/withdrawal-link.tsx'
import { LandingHeader } from '#frontend/layout/landing-header.tsx'
import { SiteFooter } from '#frontend/layout/site-footer.tsx'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { RotatingHero } from '#frontend/ui/picture/rotating-hero.tsx'
import { BrandLogos } from './brand-logos.tsx'
import { CategoryTiles, mainCategories, partCategories } from './category-tiles.tsx'
import { LandingSection } from './landing-section.tsx'

export default function LandingScreen() {
  return (
    <>
      <RotatingHero>
        <LandingHeader />
        <div className="mx-auto flex w-full max-w-7xl grow flex-col justify-center gap-7 px-4 pt-28 pb-24 sm:px-6">
          <p className="font-display text-sm font-semibold tracking-[0.24em] text-cyan uppercase">Hardware y gaming</p>
          <PageHeading
            title="Bienvenidos a GamerTech"
            className="max-w-4xl text-[clamp(2.4rem,13vw,3rem)] leading-[1.02] font-bold sm:text-7xl lg:text-8xl"
          />
          <p className="max-w-xl text-lg leading-relaxed sm:text-xl">
            Placas, procesadores, periféricos y consolas con ficha técnica completa, stock real y reseñas de la
            comunidad.
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/login" className="min-h-13 px-9 text-lg">
              Registrarse
            </ButtonLink>
            <ButtonLink to="/home" look="outline" className="min-h-13 bg-ink/60 px-7 text-lg">
              Ver productos
              <ArrowRight className="size-5" />
            </ButtonLink>
          </div>
          <WithdrawalLink className="self-start text-text/85" />
        </div>
      </RotatingHero>
      <LandingSection id="categorias" title="Categorías">
        <CategoryTiles of={mainCategories} />
      </LandingSection>
      <LandingSection id="armado" title="Para armar tu PC">
        <CategoryTiles of={partCategories} />
      </LandingSection>
      <LandingSection id="ofertas" title="Ofertas" lead="Productos que bajaron de precio en los últimos 30 días.">
        <Offers />
      </LandingSection>
      <Shelves />
      <LandingSection id="marcas" title="Marcas">
        <BrandLogos />
      </LandingSection>
      <SiteFooter />
      <ChatWidget raised />
    </>
  )
}

const shelves = [
  {
    of: 'newest',
    id: 'novedades',
    title: 'Recién llegados',
    lead: 'Lo último que sumamos al catálogo.',
    more: [{ sort: 'added', direction: 'descendente' }, 'Ver todo lo nuevo'],
  },
  {
    of: 'bestRated',
    id: 'favoritos',
    title: 'Los mejor calificados',
    lead: 'Lo que más recomienda la comunidad.',
    more: [{ sort: 'rating', direction: 'descendente' }, 'Ver todos'],
  },
] as const

function Shelves() {
  return shelves.map(({ of, ...section }) => (
    <ProductShelf key={of} of={of} frame={(tiles) => <LandingSection {...section}>{tiles}</LandingSection>} />
  ))
}
