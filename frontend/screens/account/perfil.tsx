// /perfil: the user's own data, password and purchases.
import { Link } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import { AccessSettings } from '#frontend/features/account/access-settings.tsx'
import { UserPicture } from '#frontend/features/account/user-picture.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { useUser } from '#frontend/session.ts'
import { buttonLook } from '#frontend/ui/button.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'

/** Name and e-mail, the way to another password, and the way to the purchases. */
export function PerfilScreen() {
  const user = useUser()
  return (
    <Page wide={false}>
      <div className="flex items-center gap-4">
        <UserPicture src={user?.imageUrl ?? null} />
        <PageHeading title="Perfil" />
      </div>
      <section aria-labelledby="data" className="cut-lg mt-8 border border-line bg-surface p-6">
        <h2 id="data" className="text-xl font-semibold">
          Informacion del usuario
        </h2>
        <dl className="mt-5 grid gap-4 sm:grid-cols-2">
          <div>
            <dt className="text-sm text-muted">Nombre</dt>
            <dd className="font-medium">{user?.name}</dd>
          </div>
          <div>
            <dt className="text-sm text-muted">Email</dt>
            <dd className="font-medium">{user?.email}</dd>
          </div>
        </dl>
      </section>
      {user && <AccessSettings email={user.email} />}
      <section
        aria-labelledby="purchases"
        className="cut-lg mt-6 flex flex-wrap items-center justify-between gap-4 border border-line bg-surface p-6"
      >
        <h2 id="purchases" className="text-xl font-semibold">
          Mis compras
        </h2>
        <Link to="/orders" className={buttonLook('outline')}>
          <ReceiptText className="size-4.5" aria-hidden />
          Ver mis compras
        </Link>
      </section>
    </Page>
  )
}
