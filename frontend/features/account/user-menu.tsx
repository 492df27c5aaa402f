import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LogIn, LogOut, type LucideIcon, UserRound } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import type { User } from '#frontend/api.ts'
import { SIGN_IN_FIRST } from '#frontend/messages.es.ts'
import { signOut, useUser } from '#frontend/session.ts'
import { toastWarning } from '#frontend/ui/notice/toast.ts'

/** Opens immediately, since its trigger was already pressed. */
export default function UserMenu({ trigger }: { trigger: ReactNode }) {
  const user = useUser()
  const navigate = useNavigate()
  // Outlives the session's own cache entries.
  const leaving = useSignOut()
  const leave = (event: Event) => {
    // Keeps the menu open, so that it can show a failure.
    event.preventDefault()
    leaving.mutate(undefined, { onSuccess: () => navigate({ to: '/' }) })
  }
  const toProfile = () => {
    if (user) return void navigate({ to: '/perfil' })
    toastWarning(SIGN_IN_FIRST)
    void navigate({ to: '/login', search: { redirect: '/perfil' } })
  }
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={10}
          className="cut z-40 w-60 animate-fade border border-line bg-raised p-2 shadow-lift"
        >
          {user && <Named user={user} />}
          <Entry Icon={UserRound} name="Perfil" onSelect={toProfile} />
          {user && <Entry Icon={LogOut} name="Desloguearse" onSelect={leave} />}
          {!user && <Entry Icon={LogIn} name="Login" onSelect={() => void navigate({ to: '/login' })} />}
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

function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => signOut(queryClient),
    onError: (error) => console.error('No se pudo cerrar la sesión.', error),
  })
}

function Named({ user }: { user: User }) {
  return (
    <DropdownMenu.Label className="mb-1 border-b border-line px-3 pt-1 pb-3 text-sm">
      <span className="block truncate font-semibold">{user.name}</span>
      <span className="block truncate text-muted">{user.email}</span>
    </DropdownMenu.Label>
  )
}

function Entry({ Icon, name, onSelect }: { Icon: LucideIcon; name: string; onSelect: (event: Event) => void }) {
  return (
    <DropdownMenu.Item
      className="flex min-h-11 items-center gap-3 rounded-lg px-3 text-sm font-medium outline-none select-none data-highlighted:bg-hover data-highlighted:text-text"
      onSelect={onSelect}
    >
      <Icon className="size-4.5 text-muted" />
      {name}
    </DropdownMenu.Item>
  )
}
