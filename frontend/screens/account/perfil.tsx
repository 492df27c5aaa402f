import { Link, useSearch } from '@tanstack/react-router'
import { LockKeyhole, type LucideIcon, ReceiptText, Settings2, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '#frontend/api.ts'
import { AccessSettings } from '#frontend/features/account/profile/access-settings.tsx'
import { OtherSettings } from '#frontend/features/account/profile/other-settings.tsx'
import { type ProfileSection, profileSections } from '#frontend/features/account/profile/profile-search.ts'
import { UserData } from '#frontend/features/account/profile/user-data.tsx'
import { UserPicture } from '#frontend/features/account/user-picture.tsx'
import { SavedAddress } from '#frontend/features/delivery/saved-address.tsx'
import { PurchaseList } from '#frontend/features/orders/purchase-list.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { useUser } from '#frontend/session.ts'
import { PageHeading } from '#frontend/ui/page-heading.tsx'

type Shown = { Icon: LucideIcon; show: (user: User) => ReactNode }
const sections: Record<ProfileSection, Shown> = {
  datos: {
    Icon: UserRound,
    show: (user) => (
      <>
        <UserData user={user} />
        <SavedAddress user={user} />
      </>
    ),
  },
  acceso: { Icon: LockKeyhole, show: (user) => <AccessSettings user={user} /> },
  compras: { Icon: ReceiptText, show: ({ id }) => <PurchaseList userId={id} /> },
  otros: { Icon: Settings2, show: (user) => <OtherSettings user={user} /> },
}

export default function PerfilScreen() {
  const user = useUser()
  const { seccion: shown = 'datos' } = useSearch({ from: '/perfil' })
  return (
    <Page>
      <PageHeading title="Perfil" />
      {user && (
        <div className="mt-8 grid grid-cols-1 items-start gap-6 lg:grid-cols-[20rem_1fr] lg:gap-8">
          <ProfileMenu user={user} shown={shown} />
          <div className="min-w-0">{sections[shown].show(user)}</div>
        </div>
      )}
    </Page>
  )
}

function ProfileMenu({ user, shown }: { user: User; shown: ProfileSection }) {
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
  const { Icon } = sections[section]
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
