import { Link } from '@tanstack/react-router'
import { LockKeyhole, type LucideIcon, ReceiptText, Settings2, UserRound } from 'lucide-react'
import type { User } from '#frontend/api.ts'
import { UserPicture } from '#frontend/features/account/user-picture.tsx'
import { type ProfileSection, profileSections } from './profile-search.ts'

const icons: Record<ProfileSection, LucideIcon> = {
  datos: UserRound,
  acceso: LockKeyhole,
  compras: ReceiptText,
  otros: Settings2,
}

export function ProfileMenu({ user, shown }: { user: User; shown: ProfileSection }) {
  return (
    <nav aria-label="Perfil" className="cut-lg border border-line bg-surface p-4 lg:sticky lg:top-24">
      <div className="flex items-center gap-4 border-b border-line px-2 pb-4">
        <UserPicture src={user.imageUrl} size="large" />
        <p className="min-w-0">
          <span className="line-clamp-3 font-semibold break-words">{user.name}</span>
          <span className="block truncate text-sm text-muted">{user.email}</span>
        </p>
      </div>
      <ul className="mt-3 flex flex-col gap-1">
        {(Object.keys(profileSections) as ProfileSection[]).map((section) => (
          <li key={section}>
            <SectionLink section={section} isShown={section === shown} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function SectionLink({ section, isShown }: { section: ProfileSection; isShown: boolean }) {
  const Icon = icons[section]
  return (
    <Link
      to="/perfil"
      search={section === 'datos' ? {} : { seccion: section }}
      resetScroll={false}
      aria-current={isShown ? 'page' : undefined}
      className={`flex min-h-11 items-center gap-3 rounded-lg px-3 py-2 text-sm font-medium transition ${
        isShown ? 'bg-violet-deep text-white' : 'text-muted hover:bg-raised hover:text-text'
      }`}
    >
      <Icon className="size-4.5 shrink-0" />
      {profileSections[section]}
    </Link>
  )
}
