import { BadgeCheck, Cpu, type LucideIcon, ShieldCheck } from 'lucide-react'

export function AboutShop() {
  return (
    <section aria-labelledby="about" className="mt-20 border-t border-line pt-14">
      <div className="grid gap-10 lg:grid-cols-[2fr_3fr] lg:gap-16">
        <div>
          <h2 id="about" className="text-2xl font-bold sm:text-3xl">
            Sobre GamerTech
          </h2>
          <div className="beam mt-4 h-0.5 w-32" />
          <p className="mt-5 leading-relaxed text-muted">
            Somos una tienda dedicada a la venta de componentes de PC de calidad: procesadores, placas de video,
            almacenamiento, periféricos y todo lo que hace falta para armar, mejorar y disfrutar tu equipo.
          </p>
        </div>
        <ul className="grid gap-6 sm:grid-cols-3">
          <Reason title="Componentes elegidos" Icon={Cpu}>
            Trabajamos con piezas que usaríamos en nuestras propias máquinas, con ficha técnica completa.
          </Reason>
          <Reason title="Opiniones de verdad" Icon={BadgeCheck}>
            Marcamos las reseñas de quienes compraron el producto en la tienda.
          </Reason>
          <Reason title="Compra cuidada" Icon={ShieldCheck}>
            Al pagar apartamos tu stock, y el pago se confirma siempre con el proveedor.
          </Reason>
        </ul>
      </div>
    </section>
  )
}

function Reason({ title, Icon, children }: { title: string; Icon: LucideIcon; children: string }) {
  return (
    <li className="border-l border-line pl-5">
      <Icon className="size-6 text-cyan" />
      <h3 className="mt-3 font-semibold">{title}</h3>
      <p className="mt-1.5 text-sm leading-relaxed text-muted">{children}</p>
    </li>
  )
}
