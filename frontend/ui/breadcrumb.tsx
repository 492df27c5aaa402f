import { ChevronRight } from 'lucide-react'
import { Children, Fragment, type ReactNode } from 'react'

type Props = { children: ReactNode; here: string; aside?: ReactNode }

/** `children`: links to the pages above; `aside` sits at the right end. */
export function Breadcrumb({ children, here, aside }: Props) {
  const steps = Children.toArray(children)
  return (
    <div className="flex items-center justify-between gap-4 pt-4 pb-6">
      <nav
        aria-label="Ruta de navegación"
        className="flex min-w-0 items-center gap-2 text-sm text-muted [&_a]:py-3 [&_a]:hover:text-text"
      >
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a trail never reorders
          <Fragment key={index}>
            <span
              className={
                index === 0
                  ? 'shrink-0'
                  : `min-w-0 *:block *:max-w-full *:truncate sm:max-w-2/5 sm:shrink-0 ${index < steps.length - 1 ? 'max-sm:hidden' : ''}`
              }
            >
              {step}
            </span>
            <ChevronRight
              className={`size-4 shrink-0 text-edge ${index > 0 || steps.length === 1 ? 'max-sm:hidden' : ''}`}
            />
          </Fragment>
        ))}
        <span aria-current="page" className="truncate text-text max-sm:sr-only">
          {here}
        </span>
      </nav>
      {aside}
    </div>
  )
}
