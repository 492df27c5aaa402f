import type { ReactElement, ReactNode } from 'react'
import { Page, PageTop } from './page.tsx'

type Section = { title: string; children: ReactNode }
type Props = { title: string; lead: ReactNode; updated: string; sections: readonly ReactElement<Section>[] }

/** Each section's key is its name in the address. */
export function TextPage({ title, lead, updated, sections }: Props) {
  return (
    <Page here={title}>
      <PageTop title={title} lead={lead}>
        <p className="mt-3 text-sm text-muted">Última actualización: {updated}</p>
      </PageTop>
      <div className="mt-12 grid gap-14 lg:grid-cols-[14rem_minmax(0,44rem)] lg:gap-20">
        <nav aria-label="En esta página" className="max-lg:hidden">
          <ul className="sticky top-8 border-l border-line text-sm">
            {sections.map(({ key, props }) => (
              <li key={key}>
                <a
                  href={`#${key}`}
                  className="-ml-px block border-l border-transparent py-2 pl-4 text-muted transition hover:border-violet-soft hover:text-text"
                >
                  {props.title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex flex-col gap-10">
          {sections.map((section) => (
            <section
              key={section.key}
              id={`${section.key}`}
              aria-labelledby={`${section.key}-title`}
              className="scroll-mt-8"
            >
              <h2 id={`${section.key}-title`} className="text-2xl font-semibold">
                {section.props.title}
              </h2>
              {section}
            </section>
          ))}
        </div>
      </div>
    </Page>
  )
}

export function TextSection({ children }: Section) {
  return (
    <div className="mt-3 flex flex-col gap-3 leading-relaxed text-text/85 [&_a]:text-cyan [&_a]:underline [&_a]:underline-offset-4 [&_li]:pl-1 [&_strong]:font-semibold [&_strong]:text-text [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-2 [&_ul]:pl-5 [&_ul]:marker:text-violet-soft">
      {children}
    </div>
  )
}
