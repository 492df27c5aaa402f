// The user's picture in the top bar. Loads its menu on the first sign of interest.
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useUser } from '#frontend/session.ts'
import { UserPicture } from './user-picture.tsx'

const loadMenu = () => import('./user-menu.tsx')
const UserMenu = lazy(loadMenu)
// Opening the menu retries and shows the failure.
const prepare = () => void loadMenu().catch(() => undefined)

export function UserButton() {
  const [isWanted, setIsWanted] = useState(false)
  const open = () => setIsWanted(true)
  const closed = (
    <UserTrigger
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={open}
      onKeyDown={({ key }) => key === 'ArrowDown' && open()}
    />
  )
  if (!isWanted) return closed
  return (
    <Suspense fallback={closed}>
      <UserMenu trigger={<UserTrigger />} />
    </Suspense>
  )
}

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
