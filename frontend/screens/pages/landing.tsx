import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { CatalogueSearch } from '#frontend/features/catalogue/catalogue-search.ts'
import { Offers } from '#frontend/features/catalogue/shelves/offers.tsx'
import { ProductShelf } from '#frontend/features/catalogue/shelves/product-shelf.tsx'
import { ChatWidget } from '#frontend/features/chat/chat-widget.tsx'
import { WithdrawalLink } from '#frontend/features/orders/withdrawal-link.tsx'
import { LandingHeader } from '#frontend/layout/landing-header.tsx'
import { SiteFooter } from '#frontend/layout/site-footer.tsx'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { RotatingHero } from '#frontend/ui/picture/rotating-hero.tsx'
import { CategoryTiles, mainCategories, partCategories } from './category-tiles.tsx'

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
      <Shelf
        of="newest"
        id="novedades"
        title="Recién llegados"
        lead="Lo último que sumamos al catálogo."
        more={[{ sort: 'added', direction: 'descendente' }, 'Ver todo lo nuevo']}
      />
      <Shelf
        of="bestRated"
        id="favoritos"
        title="Los mejor calificados"
        lead="Lo que más recomienda la comunidad."
        more={[{ sort: 'rating', direction: 'descendente' }, 'Ver todos']}
      />
      <LandingSection id="marcas" title="Marcas">
        <BrandLogos />
      </LandingSection>
      <SiteFooter />
      <ChatWidget raised />
    </>
  )
}

function Shelf({ of, ...section }: Omit<Props, 'children'> & Pick<ComponentProps<typeof ProductShelf>, 'of'>) {
  return <ProductShelf of={of} frame={(tiles) => <LandingSection {...section}>{tiles}</LandingSection>} />
}

type Props = {
  id: string
  title: string
  lead?: string
  more?: readonly [CatalogueSearch, string]
  children: ReactNode
}

function LandingSection({ id, title, lead, more, children }: Props) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mx-auto max-w-7xl scroll-mt-4 px-4 pt-16 has-[+footer]:pb-16 sm:px-6 sm:pt-24 sm:has-[+footer]:pb-24"
    >
      <h2 id={`${id}-title`} className="text-3xl font-bold sm:text-5xl">
        {title}
      </h2>
      <div className="beam mt-4 h-0.5 w-40" />
      <div className="mt-5 mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 empty:mt-8 empty:mb-0">
        {lead && <p className="max-w-xl text-muted">{lead}</p>}
        {more && (
          <Link
            to="/home"
            search={more[0]}
            className="group inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-violet-soft hover:text-text"
          >
            {more[1]}
            <ArrowRight className="size-4 transition-transform group-hover:translate-x-1" />
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

const brands = ['Drakon', 'Kyntra', 'Lumora', 'Polaria', 'Silex', 'Vortex']

function BrandLogos() {
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
