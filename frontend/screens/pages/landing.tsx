// /: the landing.
import { Link } from '@tanstack/react-router'
import {
  Armchair,
  ArrowRight,
  Cpu,
  Fan,
  Gamepad2,
  HardDrive,
  Keyboard,
  Laptop,
  type LucideIcon,
  Microchip,
  Monitor,
  Printer,
  Wifi,
} from 'lucide-react'
import { ChatWidget } from '#frontend/features/chat/chat-widget.tsx'
import { LandingHeader } from '#frontend/layout/landing-header.tsx'
import { SiteFooter } from '#frontend/layout/site-footer.tsx'
import { buttonLook } from '#frontend/ui/button.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { RotatingHero } from '#frontend/ui/rotating-hero.tsx'
import { BrandLogos } from './brand-logos.tsx'
import { OffersSection } from './offers-section.tsx'

const categories: [string, LucideIcon][] = [
  ['Impresoras e Insumos', Printer],
  ['Sillas Gamer', Armchair],
  ['Monitores', Monitor],
  ['Periféricos', Keyboard],
  ['Almacenamiento', HardDrive],
  ['Conectividad', Wifi],
  ['Consolas', Gamepad2],
  ['Placas de Video', Microchip],
  ['Laptops', Laptop],
  ['Coolers', Fan],
  ['Procesadores', Cpu],
]

/** Hero, categories, offers, brands, footer. */
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
        <ul className="mt-10 grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4">
          {categories.map(([name, Icon], index) => (
            <li key={name} className={index === 0 ? 'col-span-2 sm:col-span-1 lg:col-span-2' : ''}>
              <Link
                to="/home"
                search={{ category: name }}
                className="stage group cut-lg relative flex h-36 flex-col justify-end overflow-hidden border border-line p-4 transition duration-200 hover:-translate-y-1 hover:border-violet hover:shadow-glow sm:h-44"
              >
                <Icon
                  aria-hidden
                  strokeWidth={1.25}
                  className="absolute top-4 right-4 size-16 text-violet-soft/70 transition duration-200 group-hover:scale-110 group-hover:text-cyan sm:top-6 sm:right-6 sm:size-20"
                />
                <span className="relative font-display text-[0.95rem] leading-tight font-semibold sm:text-xl">
                  {name}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <OffersSection />
      <BrandLogos />
      <SiteFooter />
      <ChatWidget raised />
    </>
  )
}
