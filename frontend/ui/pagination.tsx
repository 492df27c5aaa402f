import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { page: number; pages: number; label: string; inWords?: boolean; onPage: (page: number) => void }

const cell =
  'grid h-11 place-items-center rounded-lg px-1 font-display font-semibold tabular-nums transition sm:min-w-11'
const roomy = 'min-w-9 max-[22.5rem]:min-w-8 max-[22.5rem]:px-0 sm:px-2'
const narrow = 'min-w-8 text-sm sm:px-3 sm:text-base'

/** `inWords` spells out 'Primero' and 'Último'. */
export function Pagination({ page, pages, label, inWords = false, onPage }: Props) {
  const look = `${cell} ${inWords ? narrow : roomy}`
  const step = (name: string, target: number, isOff: boolean, icon: ReactNode, word?: string) => (
    <button
      type="button"
      aria-label={word ? undefined : name}
      disabled={isOff}
      onClick={() => onPage(target)}
      className={`${look} text-muted hover:bg-raised hover:text-text disabled:opacity-30 disabled:hover:bg-transparent`}
    >
      {word ?? icon}
    </button>
  )
  const [first, last] = inWords ? ['Primero', 'Último'] : []
  return (
    <nav
      aria-label={label}
      className={`flex items-center justify-center gap-0.5 max-[22.5rem]:gap-0 sm:gap-1 ${inWords ? 'flex-wrap' : ''}`}
    >
      {step('Primera página', 1, page <= 1, <ChevronFirst className="size-5" />, first)}
      {step('Página anterior', page - 1, page <= 1, <ChevronLeft className="size-5" />)}
      {pageWindow(page, pages).map((number) => (
        <button
          key={number}
          type="button"
          aria-label={`Página ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
          className={`${look} ${number === page ? 'cut bg-violet-deep text-white' : 'text-muted hover:bg-raised hover:text-text'}`}
        >
          {number}
        </button>
      ))}
      {step('Página siguiente', page + 1, page >= pages, <ChevronRight className="size-5" />)}
      {step('Última página', pages, page >= pages, <ChevronLast className="size-5" />, last)}
    </nav>
  )
}

/** At most five page numbers within 1..pages, starting one before the current page. */
export function pageWindow(current: number, pages: number): number[] {
  const first = Math.max(1, current - 1)
  const last = Math.min(pages, first + 4)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
