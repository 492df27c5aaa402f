import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { CatalogueItem } from '#frontend/api.ts'
import { Price } from '#frontend/ui/figures/price.tsx'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'
import { catalogueQuery } from './catalogue.queries.ts'

const PAUSE = 150
const minCharacters = 3
const most = 5

export const listId = 'search-suggestions'
export const optionId = (index: number) => `${listId}-${index}`

/** Suggestions once typing pauses for 150 ms, and their total. Never returns results of another text. */
export function useSuggestions(text: string): { products: CatalogueItem[]; total: number; isAsked: boolean } {
  const wanted = text.trim()
  const settled = useSettled(wanted)
  const isAsked = settled === wanted && wanted.length >= minCharacters
  const { placeholderData: _, ...query } = catalogueQuery({ q: wanted })
  const { data } = useQuery({ ...query, enabled: isAsked })
  if (!isAsked || !data) return { products: [], total: 0, isAsked: false }
  return { products: data.items.slice(0, most), total: data.total, isAsked: true }
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

type Props = {
  products: CatalogueItem[]
  /** Includes products that are not suggested. */
  total: number
  active: number
  onChoose: (product: CatalogueItem) => void
  onAll: () => void
  onPoint: (index: number) => void
}

/** The focus stays in the box; `active` is its active descendant. */
export function SuggestionList({ products, total, active, onChoose, onAll, onPoint }: Props) {
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Sugerencias"
      className="absolute inset-x-0 top-full z-20 mt-2 animate-fade overflow-hidden rounded-xl border border-violet/50 bg-raised py-1.5 shadow-lift"
    >
      {products.map((product, index) => (
        <Option
          key={product.id}
          index={index}
          active={active}
          onPoint={onPoint}
          look="items-center gap-3 py-2"
          onChoose={() => onChoose(product)}
        >
          <Suggested product={product} />
        </Option>
      ))}
      {total > products.length && (
        <Option
          index={products.length}
          active={active}
          onPoint={onPoint}
          look="mt-1.5 min-h-11 items-center border-t border-line pt-1.5 text-sm font-semibold text-violet-soft"
          onChoose={onAll}
        >
          Ver los {total.toLocaleString('es-AR')} resultados
        </Option>
      )}
    </div>
  )
}

function Suggested({ product: { imageUrl, name, price } }: { product: CatalogueItem }) {
  return (
    <>
      <ProductPicture src={imageUrl} sizes="56px" className="size-14 shrink-0 rounded-lg" first />
      <span className="flex grow items-center justify-between gap-x-4 gap-y-1 max-sm:flex-col max-sm:items-start">
        <span className="line-clamp-2 text-sm leading-snug font-medium">{name}</span>
        <Price amount={price} className="text-sm" />
      </span>
    </>
  )
}

type OptionProps = Pick<Props, 'active' | 'onPoint'> & {
  index: number
  look: string
  onChoose: () => void
  children: ReactNode
}

function Option({ index, active, look, onPoint, onChoose, children }: OptionProps) {
  return (
    <button
      type="button"
      id={optionId(index)}
      role="option"
      tabIndex={-1}
      aria-selected={index === active}
      onPointerMove={() => onPoint(index)}
      // Keeps the focus in the box; otherwise the list would close before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={`flex w-full px-3 text-left aria-selected:bg-hover ${look}`}
    >
      {children}
    </button>
  )
}
