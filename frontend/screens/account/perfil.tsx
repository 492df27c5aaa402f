import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { User } from '#frontend/api.ts'
import { AccessSettings } from '#frontend/features/account/profile/access-settings.tsx'
import { OtherSettings } from '#frontend/features/account/profile/other-settings.tsx'
import { ProfileMenu } from '#frontend/features/account/profile/profile-menu.tsx'
import type { ProfileSection } from '#frontend/features/account/profile/profile-search.ts'
import { UserData } from '#frontend/features/account/profile/user-data.tsx'
import { SavedAddress } from '#frontend/features/delivery/saved-address.tsx'
import { PurchaseList } from '#frontend/features/orders/purchase-list.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { useUser } from '#frontend/session.ts'
import { PageHeading } from '#frontend/ui/page-heading.tsx'

const sections: Record<ProfileSection, (user: User) => ReactNode> = {
  datos: (user) => (
    <>
      <UserData user={user} />
      <SavedAddress user={user} />
    </>
  ),
  acceso: (user) => <AccessSettings user={user} />,
  compras: ({ id }) => <PurchaseList userId={id} />,
  otros: (user) => <OtherSettings user={user} />,
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
          <div className="min-w-0">{sections[shown](user)}</div>
        </div>
      )}
    </Page>
  )
}
