import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { Children, Fragment, type ReactNode } from 'react'
import { CartLink } from '#frontend/features/cart/cart-link.tsx'
import { WithdrawalLink } from '#frontend/features/orders/withdrawal-link.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { SiteFooter } from './site-footer.tsx'

type Props = { children: ReactNode; wide?: boolean; here?: string; trail?: ReactNode }

/** `here` shows a breadcrumb row with the cart link in place of the top bar. */
export function Page({ children, wide = true, here, trail }: Props) {
  const width = wide ? 'max-w-7xl' : 'max-w-4xl'
  return (
    <>
      <div className={`mx-auto min-h-[calc(100dvh-5rem)] px-4 pb-20 sm:px-6 ${width} ${here ? '' : 'pt-8'}`}>
        {here && (
          <Breadcrumb here={here}>
            <Link to="/home" className="flex items-center gap-2">
              <img src="/img/logo-mark.svg" alt="GamerTech" width={28} height={28} className="size-7" />
              Productos
            </Link>
            {trail}
          </Breadcrumb>
        )}
        {children}
      </div>
      <SiteFooter />
    </>
  )
}

type TopProps = { title: string; lead?: ReactNode; children?: ReactNode }

export function PageTop({ title, lead, children }: TopProps) {
  return (
    <header className="mt-6 max-w-3xl sm:mt-10">
      <PageHeading title={title} className="text-4xl leading-tight font-bold sm:text-5xl" />
      <div className="beam mt-5 h-0.5 w-40" />
      {lead && <p className="mt-6 text-lg leading-relaxed text-muted">{lead}</p>}
      {children}
    </header>
  )
}

/** `children`: links to the pages above. */
function Breadcrumb({ children, here }: { children: ReactNode; here: string }) {
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
      <span className="flex shrink-0 items-center gap-2">
        <WithdrawalLink className="text-xs leading-tight max-sm:max-w-22 max-[374px]:hidden sm:text-sm" />
        <CartLink />
      </span>
    </div>
  )
}
