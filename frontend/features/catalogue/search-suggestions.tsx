// What the search box suggests while a text is typed: a listbox that the box's keys move through.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CatalogueItem } from '#frontend/api.ts'
import { Price } from '#frontend/ui/price.tsx'
import { ProductPicture } from '#frontend/ui/product-picture.tsx'
import { catalogueQuery } from './catalogue.queries.ts'

const PAUSE = 150
const minCharacters = 3
const most = 5

export const listId = 'search-suggestions'
export const optionId = (index: number) => `${listId}-${index}`

/** Products for a text, once it has stood still for 150 ms. What was asked for another text is never returned. */
export function useSuggestions(text: string): { products: CatalogueItem[]; isAsked: boolean } {
  const wanted = text.trim()
  const settled = useSettled(wanted)
  const isAsked = settled === wanted && wanted.length >= minCharacters
  const { placeholderData: _, ...query } = catalogueQuery({ q: wanted })
  const { data } = useQuery({ ...query, enabled: isAsked })
  return { products: isAsked ? (data?.items.slice(0, most) ?? []) : [], isAsked: isAsked && data !== undefined }
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
  active: number
  onChoose: (product: CatalogueItem) => void
  onPoint: (index: number) => void
}

/** The list under the box. The focus stays in the box: `active` is the option that it points to. */
export function SuggestionList({ products, active, onChoose, onPoint }: Props) {
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Sugerencias"
      className="absolute inset-x-0 top-full z-20 mt-2 animate-fade overflow-hidden rounded-xl border border-violet/50 bg-raised py-1.5 shadow-lift"
    >
      {products.map((product, index) => (
        <button
          type="button"
          key={product.id}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerMove={() => onPoint(index)}
          // The box would lose the focus, and with it this list, before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(product)}
          className="flex w-full items-center gap-3 px-3 py-2 text-left aria-selected:bg-hover"
        >
          <ProductPicture
            src={product.imageUrl}
            name={product.name}
            sizes="56px"
            className="size-14 shrink-0 rounded-lg"
            decorative
            first
          />
          <span className="flex grow items-center justify-between gap-x-4 gap-y-1 max-sm:flex-col max-sm:items-start">
            <span className="line-clamp-2 text-sm leading-snug font-medium">{product.name}</span>
            <Price amount={product.price} className="text-sm" />
          </span>
        </button>
      ))}
    </div>
  )
}
