import { createLink } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import type { ButtonHTMLAttributes, ComponentProps, ReactNode } from 'react'

const shape =
  'inline-flex min-h-11 items-center justify-center gap-2 px-5 py-2.5 text-[0.95rem] font-semibold leading-tight transition duration-150 disabled:opacity-45'
const looks = {
  primary: `${shape} cut bg-violet-deep text-white hover:bg-violet-lit hover:shadow-glow active:translate-y-px`,
  outline: `${shape} cut border border-edge text-text hover:border-violet-soft hover:bg-raised`,
  quiet: `${shape} rounded-lg text-muted hover:bg-raised hover:text-text`,
  danger: `${shape} cut border border-bad/60 text-bad hover:bg-bad/10`,
} as const
export type ButtonLook = keyof typeof looks

export function buttonLook(look: ButtonLook = 'primary', extra = ''): string {
  return `${looks[look]} ${extra}`
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { look?: ButtonLook; busy?: boolean; icon?: ReactNode }

/** Stays as wide while `busy`, and ignores presses. */
export function Button({
  look = 'primary',
  busy = false,
  icon,
  className = '',
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonLook(look, className)}
    >
      {busy ? <LoaderCircle className="size-5 animate-spin" /> : icon}
      {children}
    </button>
  )
}

type AnchorProps = ComponentProps<'a'> & { look?: ButtonLook | undefined }

export const ButtonLink = createLink(({ look, className, children, ...rest }: AnchorProps) => (
  <a {...rest} className={buttonLook(look, className)}>
    {children}
  </a>
))
