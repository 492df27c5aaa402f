// 'Primero', previous, numbered pages, next, 'Último'.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageWindow } from '#frontend/ui/pagination.ts'

type Props = { page: number; pages: number; onPage: (page: number) => void }

const cell =
  'grid h-11 min-w-8 place-items-center rounded-lg px-1 font-display font-semibold text-sm tabular-nums transition sm:min-w-11 sm:px-3 sm:text-base'

/** The first two rest on page 1, the last two on the last page. */
export function PanelPagination({ page, pages, onPage }: Props) {
  const step = (content: ReactNode, target: number, isOff: boolean, name?: string) => (
    <button
      type="button"
      aria-label={name}
      disabled={isOff}
      onClick={() => onPage(target)}
      className={`${cell} text-muted hover:bg-raised hover:text-text disabled:opacity-30 disabled:hover:bg-transparent`}
    >
      {content}
    </button>
  )
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center justify-center gap-0.5 sm:gap-1">
      {step('Primero', 1, page <= 1)}
      {step(<ChevronLeft className="size-5" aria-hidden />, page - 1, page <= 1, 'Página anterior')}
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
      {step(<ChevronRight className="size-5" aria-hidden />, page + 1, page >= pages, 'Página siguiente')}
      {step('Último', pages, page >= pages)}
    </nav>
  )
}
