// The menu behind the user's picture in the top bar.
import { useNavigate } from '@tanstack/react-router'
import { LogIn, LogOut, UserRound } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { sentenceFor } from '#frontend/messages.es.ts'
import { useUser } from '#frontend/session.ts'
import { toastWarning } from '#frontend/ui/toast.ts'
import { useSignOut } from './account.queries.ts'
import { UserPicture } from './user-picture.tsx'

const item =
  'flex min-h-11 items-center gap-3 rounded-lg px-3 text-sm font-medium outline-none select-none data-highlighted:bg-hover data-highlighted:text-white'

/** Signed in: Perfil and Desloguearse. Signed out: Perfil, which asks to sign in first, and Login. */
export default function UserMenu() {
  const user = useUser()
  const navigate = useNavigate()
  const leaving = useSignOut()
  const askToSignIn = () => {
    toastWarning(sentenceFor('unauthenticated'))
    void navigate({ to: '/login', search: { redirect: '/perfil' } })
  }
  const leave = () => leaving.mutate(undefined, { onSuccess: () => navigate({ to: '/' }) })
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label="Menú de usuario"
        className="grid size-11 place-items-center rounded-full border border-line transition hover:border-violet-soft data-[state=open]:border-violet"
      >
        <UserPicture src={user?.imageUrl ?? null} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={10}
          className="cut z-40 w-60 animate-fade border border-line bg-raised p-2 shadow-lift"
        >
          {user && (
            <DropdownMenu.Label className="border-b border-line px-3 pt-1 pb-3 text-sm">
              <span className="block truncate font-semibold">{user.name}</span>
              <span className="block truncate text-muted">{user.email}</span>
            </DropdownMenu.Label>
          )}
          <DropdownMenu.Item
            className={`${item} mt-1`}
            onSelect={() => (user ? void navigate({ to: '/perfil' }) : askToSignIn())}
          >
            <UserRound className="size-4.5 text-muted" aria-hidden />
            Perfil
          </DropdownMenu.Item>
          {user ? (
            <DropdownMenu.Item
              className={item}
              onSelect={(event) => {
                // The menu stays while the server is told, so that a failure can be said in it.
                event.preventDefault()
                leave()
              }}
            >
              <LogOut className="size-4.5 text-muted" aria-hidden />
              Desloguearse
            </DropdownMenu.Item>
          ) : (
            <DropdownMenu.Item className={item} onSelect={() => void navigate({ to: '/login' })}>
              <LogIn className="size-4.5 text-muted" aria-hidden />
              Login
            </DropdownMenu.Item>
          )}
          {leaving.error && (
            <p role="alert" className="px-3 py-2 text-sm text-bad">
              No pudimos cerrar la sesión.
            </p>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
