import { Search, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { longestSearch } from '#backend/domain/views/panel-lists.limits.ts'
import { Button } from '#frontend/ui/button.tsx'
import { inputLook } from '#frontend/ui/form/field.tsx'
import { usePanelAddress } from './use-panel-address.ts'

type Props = { placeholder: string }

/** Searches on Enter or 'Buscar', returns to page 1 and empties itself, since a chip shows the query. */
export function PanelSearch({ placeholder }: Props) {
  const { address, go } = usePanelAddress()
  const [text, setText] = useState('')
  const search = (q: string | undefined) => go({ q: q || undefined, page: undefined, id: undefined })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(text.trim())
    setText('')
  }
  return (
    <search className="flex min-w-0 grow flex-wrap items-center gap-3">
      <form onSubmit={submit} className="flex w-full gap-2 sm:max-w-md">
        <div className="relative min-w-0 grow">
          <Search className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted" />
          <input
            type="search"
            name="q"
            aria-label={placeholder}
            placeholder={placeholder}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={longestSearch}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className={`${inputLook} pl-12`}
          />
        </div>
        <Button type="submit" look="outline">
          Buscar
        </Button>
      </form>
      {address.q && <SearchChip q={address.q} onDrop={() => search(undefined)} />}
    </search>
  )
}

function SearchChip({ q, onDrop }: { q: string; onDrop: () => void }) {
  return (
    <button
      type="button"
      onClick={onDrop}
      className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-cyan/50 bg-cyan/10 px-4 text-sm font-medium text-cyan hover:bg-cyan/20"
    >
      <span className="truncate">Búsqueda: «{q}»</span>
      <X className="size-4 shrink-0" />
      <span className="sr-only">, quitar la búsqueda</span>
    </button>
  )
}
