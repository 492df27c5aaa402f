import type { LucideIcon } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

type Props = {
  id: string
  title: string
  Icon?: LucideIcon
  /** For what stands beside the page's main part. */
  isSmall?: boolean
  className?: string
  ref?: Ref<HTMLElement>
  children: ReactNode
}

export function Card({ id, title, Icon, isSmall = false, className = '', ref, children }: Props) {
  return (
    <section
      ref={ref}
      aria-labelledby={id}
      className={`cut-lg border border-line bg-surface ${isSmall ? 'p-5 sm:p-6' : 'p-6'} ${className}`}
    >
      <h2 id={id} className={`flex items-center gap-2.5 font-semibold ${isSmall ? 'text-lg' : 'text-xl'}`}>
        {Icon && <Icon className="size-5 text-cyan" />}
        {title}
      </h2>
      {children}
    </section>
  )
}
