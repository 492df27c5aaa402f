import { ButtonLink } from '#frontend/ui/button.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { RotatingHero } from '#frontend/ui/picture/rotating-hero.tsx'

export default function NotFoundScreen() {
  return (
    <RotatingHero>
      <div className="mx-auto flex w-full max-w-7xl grow flex-col justify-center gap-6 px-4 py-24 sm:px-6">
        <p className="font-display text-7xl font-bold text-violet-soft sm:text-9xl" aria-hidden>
          404
        </p>
        <PageHeading
          title="Lo sentimos! Esta página no existe"
          className="max-w-2xl text-4xl leading-tight font-bold sm:text-5xl"
        />
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/home" className="min-h-12 px-7">
            Ver productos
          </ButtonLink>
          <ButtonLink to="/" look="outline" className="min-h-12 bg-ink/60 px-7">
            Ir al inicio
          </ButtonLink>
        </div>
      </div>
    </RotatingHero>
  )
}
