import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CatalogueSearch } from '#frontend/features/catalogue/catalogue-search.ts'

type Props = {
  id: string
  title: string
  lead?: string
  more?: readonly [CatalogueSearch, string]
  children: ReactNode
}

export function LandingSection({ id, title, lead, more, children }: Props) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mx-auto max-w-7xl scroll-mt-4 px-4 pt-16 has-[+footer]:pb-16 sm:px-6 sm:pt-24 sm:has-[+footer]:pb-24"
    >
      <h2 id={`${id}-title`} className="text-3xl font-bold sm:text-5xl">
        {title}
      </h2>
      <div className="beam mt-4 h-0.5 w-40" />
      <div className="mt-5 mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 empty:mt-8 empty:mb-0">
        {lead && <p className="max-w-xl text-muted">{lead}</p>}
        {more && (
          <Link
            to="/home"
            search={more[0]}
            className="group inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-violet-soft hover:text-text"
          >
            {more[1]}
            <ArrowRight className="size-4 transition-transform group-hover:translate-x-1" />
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
