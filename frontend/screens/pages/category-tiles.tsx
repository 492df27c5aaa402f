import { Link } from '@tanstack/react-router'
import { Picture, squareSources } from '#frontend/ui/picture/picture.tsx'

/** Name, and the demo product that illustrates it. */
type Category = readonly [name: string, picture: string]

export const mainCategories: readonly Category[] = [
  ['Impresoras e Insumos', 'impresora-lumora-tank-520'],
  ['Sillas Gamer', 'silla-drakon-strata'],
  ['Monitores', 'monitor-lumora-arc-34'],
  ['Periféricos', 'teclado-kyntra-forge-tkl'],
  ['Almacenamiento', 'ssd-silex-nv9-heat-2tb'],
  ['Conectividad', 'router-kyntra-orbit-be9300'],
  ['Consolas', 'consola-drakon-nova-x'],
  ['Placas de Video', 'placa-vortex-vx-9070'],
  ['Laptops', 'notebook-vortex-blade-16'],
  ['Coolers', 'cooler-polaria-glaciar-360-lcd'],
  ['Procesadores', 'procesador-silex-s9-9950x'],
]
export const partCategories: readonly Category[] = [
  ['Placas Madre', 'placa-madre-orvex-x770-titan'],
  ['Memorias RAM', 'memoria-ardenix-prisma-32gb-6000'],
  ['Fuentes', 'fuente-voltaris-nodo-750'],
  ['Gabinetes', 'gabinete-tharsis-acuario'],
]

/** The first of an odd number is twice as wide, so that all rows are full. */
export function CategoryTiles({ of: categories }: { of: readonly Category[] }) {
  const isOdd = categories.length % 2 === 1
  const isWide = (index: number) => isOdd && index === 0
  return (
    <ul className={`grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4 ${isOdd ? 'sm:grid-cols-3' : ''}`}>
      {categories.map(([name, picture], index) => (
        <li key={name} className={isWide(index) ? 'col-span-2' : ''}>
          <Link
            to="/home"
            search={{ category: name }}
            className="night group cut-lg relative flex h-36 flex-col justify-end overflow-hidden border border-line bg-ink p-4 transition duration-200 hover:-translate-y-1 hover:border-violet hover:shadow-glow sm:h-48"
          >
            <Picture
              sources={squareSources(`/img/products/${picture}.webp`)}
              sizes="(min-width: 1024px) 300px, 50vw"
              width={800}
              height={800}
              alt=""
              className={`absolute inset-0 size-full transition duration-300 group-hover:scale-105 ${isWide(index) ? 'object-contain object-right lg:object-[85%_50%]' : 'object-cover'}`}
            />
            <span className="absolute inset-0 bg-[linear-gradient(0deg,--alpha(var(--color-ink)/92%),--alpha(var(--color-ink)/25%)_55%,transparent)]" />
            <span className="relative font-display text-[0.95rem] leading-tight font-semibold text-text sm:text-xl">
              {name}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
