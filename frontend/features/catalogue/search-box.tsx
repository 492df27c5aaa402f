// The catalogue's search box.
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { catalogueLimits } from '#backend/domain/product/product.limits.ts'
import { Button } from '#frontend/ui/button.tsx'
import { inputLook } from '#frontend/ui/field.tsx'

/** Searches on Enter or 'Buscar', then empties itself; what was searched stays visible as a chip beside the results. */
export function SearchBox({ onSearch }: { onSearch: (text: string) => void }) {
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(text.trim())
    setText('')
  }
  return (
    <search className="w-full">
      <form onSubmit={submit} className="flex gap-2">
        <div className="relative grow">
          <Search
            className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted"
            aria-hidden
          />
          <input
            type="search"
            name="q"
            aria-label="Buscar productos"
            placeholder="Busca por nombre…"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={catalogueLimits.search}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className={`${inputLook} pl-12`}
          />
        </div>
        <Button type="submit">Buscar</Button>
      </form>
    </search>
  )
}
