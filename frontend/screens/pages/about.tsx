import { BadgeCheck, ClipboardList, Lock, type LucideIcon, PackageOpen, Scale, Timer } from 'lucide-react'
import { Page } from '#frontend/layout/page.tsx'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { heroSources, Picture } from '#frontend/ui/picture/picture.tsx'

export default function AboutScreen() {
  return (
    <Page here="Nosotros">
      <header className="mt-6 grid gap-8 sm:mt-10 lg:grid-cols-[3fr_2fr] lg:items-end lg:gap-16">
        <div>
          <p className="font-display text-sm font-semibold tracking-[0.2em] text-cyan uppercase">Nosotros</p>
          <PageHeading title="Sobre GamerTech" className="mt-2 text-4xl leading-tight font-bold sm:text-6xl" />
          <div className="beam mt-5 h-0.5 w-40" />
          <p className="mt-6 max-w-2xl text-lg leading-relaxed">
            Somos una tienda dedicada a la venta de componentes de PC de calidad: procesadores, placas de video,
            almacenamiento, periféricos y todo lo que hace falta para armar, mejorar y disfrutar tu equipo.
          </p>
          <p className="mt-4 max-w-2xl leading-relaxed text-muted">
            Elegir hardware es difícil cuando la información falta o no es cierta. Por eso contamos lo que sabemos de
            cada producto, mostramos el stock que de verdad hay y no escondemos las opiniones malas.
          </p>
        </div>
        <Picture
          sources={heroSources('/img/hero-2.webp')}
          sizes="(min-width: 1280px) 590px, 46vw"
          alt=""
          width={960}
          height={540}
          className="cut-lg w-full border border-line object-cover max-lg:hidden"
        />
      </header>
      <section aria-labelledby="habits" className="mt-16">
        <h2 id="habits" className="text-2xl font-bold sm:text-3xl">
          Cómo trabajamos
        </h2>
        <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Habit title="Ficha técnica completa" Icon={ClipboardList}>
            Zócalo, memoria, consumo, medidas: cada producto dice lo que hay que saber antes de comprarlo.
          </Habit>
          <Habit title="Stock real" Icon={PackageOpen}>
            Las unidades que ves son las que se pueden vender en este momento, sin contar las que otra persona está
            pagando.
          </Habit>
          <Habit title="Tu compra, apartada" Icon={Timer}>
            Al tocar «Pagar» apartamos tus productos mientras completás el pago. Nadie te los gana en el camino.
          </Habit>
          <Habit title="Reseñas con contexto" Icon={BadgeCheck}>
            Cualquier persona con cuenta puede opinar, y marcamos las reseñas de quienes compraron el producto acá.
          </Habit>
          <Habit title="Precios sin sorpresas" Icon={Scale}>
            Si un precio cambia mientras comprás, te mostramos la diferencia y decidís vos antes de pagar.
          </Habit>
          <Habit title="Tus datos son tuyos" Icon={Lock}>
            Los guardamos cifrados. Desde tu perfil podés descargarlos o borrarlos cuando quieras.
          </Habit>
        </ul>
      </section>
      <div className="mt-12 flex flex-wrap gap-3">
        <ButtonLink to="/home">Ver productos</ButtonLink>
        <ButtonLink to="/preguntas-frecuentes" look="outline">
          Preguntas frecuentes
        </ButtonLink>
        <ButtonLink to="/contact" look="outline">
          Contacto
        </ButtonLink>
      </div>
    </Page>
  )
}

function Habit({ title, Icon, children }: { title: string; Icon: LucideIcon; children: string }) {
  return (
    <li className="cut-lg border border-line bg-surface p-6">
      <Icon className="size-7 text-cyan" strokeWidth={1.5} />
      <h3 className="mt-4 text-lg font-semibold">{title}</h3>
      <p className="mt-2 text-sm leading-relaxed text-muted">{children}</p>
    </li>
  )
}
