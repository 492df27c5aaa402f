import { Link } from '@tanstack/react-router'

export function Wordmark() {
  return (
    <Link to="/" aria-label="GamerTech, ir a la portada" className="flex min-h-11 items-center gap-2.5">
      <img src="/img/logo-mark.svg" alt="" width={36} height={36} className="size-9" />
      <span aria-hidden className="font-display text-xl font-bold tracking-wide">
        Gamer<span className="text-violet-soft">Tech</span>
      </span>
    </Link>
  )
}
