// Products side by side, swiped on a phone: equal rows are folded, others lit.
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Product } from '#frontend/api.ts'
import { PriceBlock } from '#frontend/ui/figures/price-block.tsx'
import { formatScore } from '#frontend/ui/figures/score.ts'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'

type Props = { products: readonly Product[]; onRemove: (id: number) => void }

export function CompareTable({ products, onRemove }: Props) {
  const rows = comparedRows(products)
  const equal = rows.filter(({ isEqual }) => isEqual)
  const different = rows.filter(({ isEqual }) => !isEqual)
  const always = [
    { name: 'Calificación', values: products.map(ratingText), isEqual: true },
    { name: 'Disponibilidad', values: products.map(stockText), isEqual: true },
  ]
  const heads = products.map((product) => (
    <ProductHead key={product.id} product={product} onRemove={() => onRemove(product.id)} />
  ))
  return (
    <>
      <Swiped label="Diferencias" corner="Producto" heads={heads} rows={[...always, ...different]} />
      {different.length === 0 && <p className="mt-4 text-muted">En lo que dicen sus fichas no se diferencian.</p>}
      {equal.length > 0 && (
        <details className="mt-6 border-t border-line pt-2">
          <summary className="min-h-11 cursor-pointer py-2.5 font-medium">
            {equal.length === 1 ? '1 dato igual en todos' : `${equal.length} datos iguales en todos`}
          </summary>
          <Swiped label="Datos iguales" corner="Dato" heads={products.map(({ name }) => name)} rows={equal} isBare />
        </details>
      )}
    </>
  )
}

const nameLook =
  'sticky left-0 z-10 w-28 min-w-28 bg-ink xl:bg-transparent py-3 pr-3 text-left align-top text-sm font-medium text-muted sm:w-44 sm:min-w-44'

type SwipedProps = { label: string; corner: string; heads: ReactNode[]; rows: ComparedRow[]; isBare?: boolean }

/** Reached by keyboard, so that it scrolls without a pointer. `isBare`: screen readers alone learn its heads. */
function Swiped({ label, corner, heads, rows, isBare = false }: SwipedProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard
      tabIndex={0}
      className="snap-x snap-proximity scroll-pl-28 overflow-x-auto sm:scroll-pl-44"
    >
      <table className="w-full border-collapse">
        <thead className={isBare ? 'sr-only' : ''}>
          <tr>
            <th scope="col" className={`${nameLook} align-bottom`}>
              {corner}
            </th>
            {heads.map((head, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a head belongs to the column at its place
              <th key={at} scope="col" className="w-52 min-w-44 snap-start p-3 text-left align-top font-normal">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.name} {...row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ProductHead({ product, onRemove }: { product: Product; onRemove: () => void }) {
  return (
    <>
      <div className="relative">
        <ProductPicture src={product.imageUrl} sizes="200px" className="rounded-lg" />
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
        <PriceBlock of={product} className="mt-1 text-lg" />
      ) : (
        <p className="mt-1 text-sm font-medium text-bad">Ya no se ofrece</p>
      )}
    </>
  )
}

function Row({ name, values, isEqual }: ComparedRow) {
  const lit = isEqual ? '' : 'bg-cyan/10 font-medium text-text'
  return (
    <tr className="border-t border-line">
      <th scope="row" className={nameLook}>
        {name}
      </th>
      {values.map((value, at) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: a value belongs to the column at its place
          key={at}
          className={`p-3 align-top text-sm sm:text-base ${value === unknownText ? 'text-muted italic' : lit}`}
        >
          {value}
        </td>
      ))}
    </tr>
  )
}

function ratingText({ rating: { average, count } }: Product): string {
  return average === null ? 'Sin reseñas' : `${formatScore(average)} de 5 (${count})`
}

function stockText({ stock, isActive }: Product): string {
  if (!isActive || stock <= 0) return 'Sin stock'
  return stock === 1 ? '1 unidad' : `${stock} unidades`
}

type ComparedRow = { name: string; values: string[]; isEqual: boolean }

const unknownText = 'No indicado'

/** Attributes in the schema's order, then free rows that two products have in common. */
function comparedRows(products: readonly Product[]): ComparedRow[] {
  const keyOf = ({ key, name }: Product['sheet'][number]) => key ?? `free ${name.toLocaleLowerCase('es')}`
  const told = products.map(({ sheet }) => new Map(sheet.map((row) => [keyOf(row), row])))
  const keys = [...new Set(told.flatMap((sheet) => [...sheet.keys()]))]
  return keys.flatMap((key) => {
    const rows = told.map((sheet) => sheet.get(key))
    const said = rows.filter((row) => row !== undefined && row.value !== null)
    const [first] = rows.filter((row) => row !== undefined)
    if (!first || first.isCompared === false || said.length === 0) return []
    if (first.key === null && said.length < 2) return []
    const values = rows.map((row) => row?.value ?? unknownText)
    return [{ name: first.name, values, isEqual: values.every((value) => value === values[0]) }]
  })
}
