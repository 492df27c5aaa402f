import type { ReactNode } from 'react'
import { PageHeading } from './page-heading.tsx'

const tones = {
  ok: 'text-ok border-ok/40',
  warn: 'text-warn border-warn/40',
  bad: 'text-bad border-bad/40',
  muted: 'text-cyan border-line',
} as const

type Props = { tone: keyof typeof tones; icon: ReactNode; title: string; children?: ReactNode }

/** Announces changes of the heading, since outcomes arrive by themselves. */
export function Outcome({ tone, icon, title, children }: Props) {
  return (
    <section className="cut-lg flex flex-col items-center gap-5 border border-line bg-surface px-6 py-16 text-center">
      <span className={`stage cut-lg grid size-24 place-items-center border [&>svg]:size-11 ${tones[tone]}`}>
        {icon}
      </span>
      <div aria-live="polite">
        <PageHeading title={title} className="text-3xl font-bold sm:text-4xl" />
      </div>
      <div className="flex max-w-lg flex-col items-center gap-5">{children}</div>
    </section>
  )
}
