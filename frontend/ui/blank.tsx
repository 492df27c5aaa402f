import type { ReactNode } from 'react'

type Props = { icon: ReactNode; title: string; children?: ReactNode; actions?: ReactNode }

export function Blank({ icon, title, children, actions }: Props) {
  return (
    <div className="cut-lg flex flex-col items-center gap-4 border border-line bg-surface/70 px-6 py-14 text-center">
      <span className="stage cut grid size-16 place-items-center border border-line text-cyan [&>svg]:size-7">
        {icon}
      </span>
      <p className="font-display text-xl font-semibold">{title}</p>
      {children && <div className="max-w-md text-muted">{children}</div>}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}
