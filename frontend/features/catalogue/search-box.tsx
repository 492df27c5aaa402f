import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { catalogueLimits } from '#backend/domain/product/product.limits.ts'
import type { CatalogueItem } from '#frontend/api.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Price } from '#frontend/ui/figures/price.tsx'
import { inputLook } from '#frontend/ui/form/field.tsx'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'
import { catalogueQuery } from './catalogue.queries.ts'

/** `onSearch` keeps the filters; `onAll` drops them, like the suggestions. */
type Ways = { onSearch: (text: string) => void; onAll: (text: string) => void }

/**
 * Searches on Enter or 'Buscar', then empties itself, since a chip shows the query. Suggests products while typing:
 * arrows choose, Enter opens, Escape closes.
 */
export function SearchBox(ways: Ways) {
  const box = useSearchBox(ways)
  return (
    <search className="w-full">
      <form onSubmit={box.submit} className="relative flex gap-2">
        <div className="relative grow">
          <Search className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted" />
          <input
            type="search"
            role="combobox"
            name="q"
            aria-label="Buscar productos"
            aria-autocomplete="list"
            aria-expanded={box.isShown}
            aria-controls={listId}
            aria-activedescendant={box.isShown && box.active >= 0 ? optionId(box.active) : undefined}
            placeholder="Buscá por nombre, marca o característica…"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={catalogueLimits.search}
            {...box.input}
            className={`${inputLook} pl-12 text-ellipsis`}
          />
        </div>
        <Button type="submit">Buscar</Button>
        {box.isShown && <SuggestionList {...box.list} />}
        <p role="status" className="sr-only">
          {box.spoken}
        </p>
      </form>
    </search>
  )
}

function useSearchBox({ onSearch, onAll }: Ways) {
  const [{ text, isOpen, active }, setBox] = useState(empty)
  const navigate = useNavigate()
  const { products, total, isAsked } = useSuggestions(isOpen ? text : '')
  const isShown = isOpen && products.length > 0
  const change = (next: Partial<typeof empty>) => setBox((box) => ({ ...box, ...next }))
  const choose = ({ id }: CatalogueItem) => {
    setBox(empty)
    void navigate({ to: '/product/$id', params: { id } })
  }
  const lead = (on: typeof onSearch) => {
    on(text.trim())
    setBox(empty)
  }
  const options = products.length + Number(total > products.length)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = isShown ? products[active] : undefined
    if (chosen) choose(chosen)
    else lead(isShown && active >= products.length ? onAll : onSearch)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = isShown ? moved(event.key, active, options) : undefined
    if (next) event.preventDefault()
    change(next ?? {})
  }
  const onChange = (event: { target: { value: string } }) =>
    setBox({ text: event.target.value, isOpen: true, active: -1 })
  const onPoint = (index: number) => change({ active: index })
  return {
    isShown,
    active,
    submit,
    input: { value: text, onChange, onKeyDown, onBlur: () => change(closed) },
    list: { products, total, active, onChoose: choose, onAll: () => lead(onAll), onPoint },
    spoken: isOpen && isAsked ? spoken(products.length) : '',
  }
}

/** `active`: the highlighted suggestion, -1 the box itself. */
const empty = { text: '', isOpen: false, active: -1 }
const closed = { isOpen: false, active: -1 }

/** Handles a key in a list of `count`. Undefined: the box handles it. */
function moved(key: string, active: number, count: number): Partial<typeof empty> | undefined {
  if (key === 'ArrowDown') return { active: active + 1 < count ? active + 1 : -1 }
  if (key === 'ArrowUp') return { active: active >= 0 ? active - 1 : count - 1 }
  return key === 'Escape' ? closed : undefined
}

function spoken(count: number): string {
  if (count === 0) return 'Sin sugerencias'
  return count === 1 ? '1 sugerencia' : `${count} sugerencias`
}

const PAUSE = 150
const minCharacters = 3
const most = 5

const listId = 'search-suggestions'
const optionId = (index: number) => `${listId}-${index}`

/** Suggestions once typing pauses for 150 ms, and their total. Never returns results of another text. */
function useSuggestions(text: string): { products: CatalogueItem[]; total: number; isAsked: boolean } {
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
function SuggestionList({ products, total, active, onChoose, onAll, onPoint }: Props) {
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
