import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { catalogueLimits } from '#backend/domain/product/product.limits.ts'
import type { CatalogueItem } from '#frontend/api.ts'
import { Button } from '#frontend/ui/button.tsx'
import { inputLook } from '#frontend/ui/form/field.tsx'
import { listId, optionId, SuggestionList, useSuggestions } from './search-suggestions.tsx'

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
