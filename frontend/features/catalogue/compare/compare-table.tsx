// Products side by side, swiped on a phone: equal rows are folded, others lit.
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Product } from '#frontend/api.ts'
import { PriceBlock } from '#frontend/ui/figures/price-block.tsx'
import { formatScore } from '#frontend/ui/figures/score.ts'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'
import { type ComparedRow, comparedRows, unknownText } from './compared-rows.ts'

type Props = { products: readonly Product[]; onRemove: (id: number) => void }

export function CompareTable({ products, onRemove }: Props) {
  const rows = comparedRows(products)
  const [different, equal] = [rows.filter((row) => !row.isEqual), rows.filter((row) => row.isEqual)]
  return (
    <>
      <Swiped label="Diferencias">
        <thead>
          <tr>
            <th scope="col" className={`${nameLook} align-bottom`}>
              Producto
            </th>
            {products.map((product) => (
              <ProductHead key={product.id} product={product} onRemove={() => onRemove(product.id)} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Row name="Calificación" values={products.map(ratingText)} />
          <Row name="Disponibilidad" values={products.map(stockText)} />
          {different.map((row) => (
            <Row key={row.name} {...row} isLit />
          ))}
        </tbody>
      </Swiped>
      {different.length === 0 && <p className="mt-4 text-muted">En lo que dicen sus fichas no se diferencian.</p>}
      {equal.length > 0 && <Equal rows={equal} products={products} />}
    </>
  )
}

const nameLook =
  'sticky left-0 z-10 w-28 min-w-28 bg-ink xl:bg-transparent py-3 pr-3 text-left align-top text-sm font-medium text-muted sm:w-44 sm:min-w-44'

/** Reached by keyboard, so that it scrolls without a pointer. */
function Swiped({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard
      tabIndex={0}
      className="snap-x snap-proximity scroll-pl-28 overflow-x-auto sm:scroll-pl-44"
    >
      <table className="w-full border-collapse">{children}</table>
    </section>
  )
}

function ProductHead({ product, onRemove }: { product: Product; onRemove: () => void }) {
  return (
    <th scope="col" className="w-52 min-w-44 snap-start p-3 text-left align-top font-normal">
      <div className="relative">
        <ProductPicture src={product.imageUrl} name={product.name} sizes="200px" decorative className="rounded-lg" />
        <button
          type="button"
          aria-label={`Quitar ${product.name} de la comparación`}
          onClick={onRemove}
          className="absolute top-1 right-1 grid size-11 place-items-center rounded-lg bg-ink/70 text-text"
        >
          <X className="size-5" />
        </button>
      </div>
      <Link
        to="/product/$id"
        params={{ id: product.id }}
        className="mt-2 inline-block font-semibold wrap-anywhere underline-offset-4 hover:underline"
      >
        {product.name}
      </Link>
      {product.isActive ? (
        <PriceBlock of={product} before={undefined} className="mt-1 text-lg" />
      ) : (
        <p className="mt-1 text-sm font-medium text-bad">Ya no se ofrece</p>
      )}
    </th>
  )
}

function Row({ name, values, isLit = false }: Pick<ComparedRow, 'name' | 'values'> & { isLit?: boolean }) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className={nameLook}>
        {name}
      </th>
      {values.map((value, at) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: a value belongs to the column at its place
          key={at}
          className={`p-3 align-top text-sm sm:text-base ${value === unknownText ? 'text-muted italic' : isLit ? 'bg-cyan/10 font-medium text-text' : ''}`}
        >
          {value}
        </td>
      ))}
    </tr>
  )
}

function Equal({ rows, products }: { rows: readonly ComparedRow[]; products: readonly Product[] }) {
  return (
    <details className="mt-6 border-t border-line pt-2">
      <summary className="min-h-11 cursor-pointer py-2.5 font-medium">
        {rows.length === 1 ? '1 dato igual en todos' : `${rows.length} datos iguales en todos`}
      </summary>
      <Swiped label="Datos iguales">
        <thead className="sr-only">
          <tr>
            <th scope="col">Dato</th>
            {products.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.name} {...row} />
          ))}
        </tbody>
      </Swiped>
    </details>
  )
}

function ratingText({ rating: { average, count } }: Product): string {
  if (average === null) return 'Sin reseñas'
  return `${formatScore(average)} de 5 (${count})`
}

function stockText({ stock, isActive }: Product): string {
  if (!isActive || stock <= 0) return 'Sin stock'
  return stock === 1 ? '1 unidad' : `${stock} unidades`
}
