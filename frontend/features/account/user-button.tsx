import type { ComponentProps } from 'react'
import { useUser } from '#frontend/session.ts'
import { lazyMenu } from '#frontend/ui/lazy-menu.tsx'
import { UserPicture } from './user-picture.tsx'

export const UserButton = lazyMenu('menu', UserTrigger, () => import('./user-menu.tsx'))

function UserTrigger(props: ComponentProps<'button'>) {
  const user = useUser()
  return (
    <button
      type="button"
      aria-label="Menú de usuario"
      className="grid size-11 place-items-center rounded-full border border-line transition hover:border-violet-soft data-[state=open]:border-violet"
      {...props}
    >
      <UserPicture src={user?.imageUrl ?? null} />
    </button>
  )
}
