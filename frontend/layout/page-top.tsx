import type { ReactNode } from 'react'
import { PageHeading } from '#frontend/ui/page-heading.tsx'

type Props = { title: string; lead?: ReactNode; children?: ReactNode }

export function PageTop({ title, lead, children }: Props) {
  return (
    <header className="mt-6 max-w-3xl sm:mt-10">
      <PageHeading title={title} className="text-4xl leading-tight font-bold sm:text-5xl" />
      <div className="beam mt-5 h-0.5 w-40" />
      {lead && <p className="mt-6 text-lg leading-relaxed text-muted">{lead}</p>}
      {children}
    </header>
  )
}
