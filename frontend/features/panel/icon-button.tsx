import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { label: string; Icon: LucideIcon }

export function IconButton({ label, Icon, className = '', ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={`grid size-11 shrink-0 place-items-center rounded-lg text-muted transition hover:bg-raised hover:text-text disabled:opacity-35 ${className}`}
    >
      <Icon className="size-5" />
    </button>
  )
}
