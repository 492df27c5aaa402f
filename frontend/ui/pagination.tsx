// First, previous, numbered pages, next, last.
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageWindow } from './pagination.ts'

type Props = { page: number; pages: number; label: string; onPage: (page: number) => void }

const cell =
  'grid h-11 min-w-9 place-items-center rounded-lg px-1 sm:min-w-11 sm:px-2 font-display font-semibold tabular-nums transition'

/** The storefront's pagination: first and previous rest on page 1, next and last on the last page. */
export function Pagination({ page, pages, label, onPage }: Props) {
  const step = (name: string, target: number, off: boolean, icon: ReactNode, extra = '') => (
    <button
      type="button"
      aria-label={name}
      disabled={off}
      onClick={() => onPage(target)}
      className={`${cell} text-muted hover:bg-raised hover:text-text disabled:opacity-30 disabled:hover:bg-transparent ${extra}`}
    >
      {icon}
    </button>
  )
  return (
    <nav aria-label={label} className="flex items-center justify-center gap-0.5 sm:gap-1">
      {step('Primera página', 1, page <= 1, <ChevronFirst className="size-5" aria-hidden />)}
      {step('Página anterior', page - 1, page <= 1, <ChevronLeft className="size-5" aria-hidden />)}
      {pageWindow(page, pages).map((number) => (
        <button
          key={number}
          type="button"
          aria-label={`Página ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
          className={`${cell} ${number === page ? 'cut bg-violet-deep text-white' : 'text-muted hover:bg-raised hover:text-text'}`}
        >
          {number}
        </button>
      ))}
      {step('Página siguiente', page + 1, page >= pages, <ChevronRight className="size-5" aria-hidden />)}
      {step('Última página', pages, page >= pages, <ChevronLast className="size-5" aria-hidden />)}
    </nav>
  )
}
