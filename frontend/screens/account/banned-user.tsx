import { useQuery } from '@tanstack/react-query'
import { ShieldBan } from 'lucide-react'
import { shopQuery } from '#frontend/shop.queries.ts'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { RotatingHero } from '#frontend/ui/picture/rotating-hero.tsx'

export default function BannedUserScreen() {
  const supportEmail = useQuery(shopQuery).data?.supportEmail
  return (
    <RotatingHero>
      <div className="mx-auto flex w-full max-w-7xl grow flex-col justify-center gap-6 px-4 py-24 sm:px-6">
        <ShieldBan className="size-16 text-bad" />
        <PageHeading title="Cuenta suspendida" className="max-w-2xl text-4xl leading-tight font-bold sm:text-5xl">
          Tu cuenta fue suspendida temporalmente
        </PageHeading>
        <p className="max-w-xl text-lg leading-relaxed">
          Mientras dure la suspensión no podrás usar las funciones de tu cuenta. Si creés que es un error, comunicate
          con nuestro equipo de soporte
          {supportEmail && (
            <>
              : {/* On a phone it goes to a line of its own before it is broken. */}
              <a
                href={`mailto:${supportEmail}`}
                className="inline-block max-w-full font-semibold break-words underline underline-offset-4"
              >
                {supportEmail}
              </a>
            </>
          )}
          .
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/" className="min-h-12 px-7">
            Salir
          </ButtonLink>
          <ButtonLink to="/home" look="outline" className="min-h-12 bg-ink/60 px-7">
            Ver productos
          </ButtonLink>
        </div>
      </div>
    </RotatingHero>
  )
}
