// A page of text: heading, lead, and titled sections with a table of contents.
import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import { PageTop } from './page-top.tsx'

export type TextSection = { id: string; title: string; text: ReactNode }
type Props = { title: string; lead: ReactNode; sections: readonly TextSection[]; updated?: string }

export function TextPage({ title, lead, sections, updated }: Props) {
  return (
    <Page here={title}>
      <PageTop title={title} lead={lead}>
        {updated && <p className="mt-3 text-sm text-muted">Última actualización: {updated}</p>}
      </PageTop>
      <div className="mt-12 grid gap-14 lg:grid-cols-[14rem_minmax(0,44rem)] lg:gap-20">
        <nav aria-label="En esta página" className="max-lg:hidden">
          <ul className="sticky top-8 border-l border-line text-sm">
            {sections.map(({ id, title: name }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="-ml-px block border-l border-transparent py-2 pl-4 text-muted transition hover:border-violet-soft hover:text-text"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex flex-col gap-10">
          {sections.map(({ id, title: name, text }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-8">
              <h2 id={`${id}-title`} className="text-2xl font-semibold">
                {name}
              </h2>
              <div className="mt-3 flex flex-col gap-3 leading-relaxed text-text/85 [&_a]:text-cyan [&_a]:underline [&_a]:underline-offset-4 [&_li]:pl-1 [&_strong]:font-semibold [&_strong]:text-text [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-2 [&_ul]:pl-5 [&_ul]:marker:text-violet-soft">
                {text}
              </div>
            </section>
          ))}
        </div>
      </div>
    </Page>
  )
}
