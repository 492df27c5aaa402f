import { Link } from '@tanstack/react-router'
import { useUser } from '#frontend/session.ts'

/** The law wants this in sight at the first visit; shoppers with a session find it beside their orders. */
export function WithdrawalLink({ className = '' }: { className?: string }) {
  const user = useUser()
  if (user) return null
  return (
    <Link
      to="/arrepentimiento"
      className={`inline-flex min-h-11 items-center text-muted underline-offset-4 hover:text-text hover:underline ${className}`}
    >
      Botón de arrepentimiento
    </Link>
  )
}
