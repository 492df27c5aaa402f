import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DossierUser, Order, PanelUser } from '#frontend/api.ts'
import { OrderStateBadge } from '#frontend/features/orders/order-state.tsx'
import { dossierOrdersQuery, dossierUserQuery } from '#frontend/features/panel/dossier/dossier.queries.ts'
import { DossierFrame, type Fact, Facts } from '#frontend/features/panel/dossier/dossier-frame.tsx'
import { DossierLink } from '#frontend/features/panel/dossier/dossier-link.tsx'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { type Column, PanelTable, PriceCell } from '#frontend/features/panel/panel-table.tsx'
import { DeletedReviews } from '#frontend/features/panel/reviews/deleted-reviews.tsx'
import { roleTitle } from '#frontend/features/panel/users/account-roles.ts'
import { BanDialog } from '#frontend/features/panel/users/ban-dialog.tsx'
import { useModifyUser } from '#frontend/features/panel/users/users.queries.ts'
import { useMay } from '#frontend/session.ts'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { MomentCell } from '#frontend/ui/figures/moment-cell.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'

export function UserDossier({ id }: { id: number }) {
  return (
    <Loaded query={useQuery(dossierUserQuery(id))} what="el legajo" absent="Esta cuenta no existe" look="cut-lg h-96">
      {(known) => <Known known={known} />}
    </Loaded>
  )
}

function Known({ known: { user, sessions, openOrder } }: { known: DossierUser }) {
  const { id } = user
  const may = useMay()
  const isErased = user.email === ''
  const facts: Fact[] = [
    ['Correo', isErased ? 'Eliminado' : user.email],
    ['Cuenta desde', formatMoment(user.createdAt)],
    ['Rol', roleTitle(user)],
    ['Estado', isErased ? 'Eliminada' : user.isActive ? 'Activa' : 'Suspendida'],
    ['Sesiones abiertas', sessions],
    ['Orden sin pagar', openOrder ? <ToOrder key="order" id={openOrder.id} /> : 'Ninguna'],
  ]
  return (
    <DossierFrame
      kind="user"
      id={id}
      title={`Cuenta Nº ${id}: ${user.name}`}
      acts={may('accounts:change') && !isErased && !user.isAdmin && <Activity user={user} />}
    >
      <Facts facts={facts} />
      {may('orders:read') && <Orders userId={id} email={user.email} />}
      {may('accounts:read') && <DeletedReviews of={`user-${id}`} />}
    </DossierFrame>
  )
}

function ToOrder({ id }: { id: number }) {
  return (
    <DossierLink kind="order" id={id} label={`Legajo de la orden Nº ${id}`}>
      Nº {id}
    </DossierLink>
  )
}

function Activity({ user }: { user: PanelUser }) {
  const reinstating = useModifyUser()
  const [isBanning, setBanning] = useState(false)
  return (
    <>
      <Button
        look={user.isActive ? 'danger' : 'outline'}
        busy={reinstating.isPending}
        onClick={() =>
          user.isActive ? setBanning(true) : reinstating.mutate({ seen: user, change: { isActive: true } })
        }
      >
        {user.isActive ? 'Suspender' : 'Levantar la suspensión'}
      </Button>
      {reinstating.error && <Failure title="La cuenta no cambió" of={reinstating.error} />}
      {isBanning && <BanDialog user={user} onClose={() => setBanning(false)} />}
    </>
  )
}

const columns: readonly Column<Order>[] = [
  { name: 'Nº Orden', cell: ({ id }) => <ToOrder id={id} /> },
  { name: 'Fecha', cell: ({ placedAt }) => <MomentCell at={placedAt} /> },
  { name: 'Estado', cell: (order) => <OrderStateBadge order={order} /> },
  { name: 'Total', cell: ({ total }) => <PriceCell amount={total} />, isNumber: true },
]
const shown = 20

/** `email`: filters the list of orders; empty for an erased account. */
function Orders({ userId, email }: { userId: number; email: string }) {
  const orders = useQuery(dossierOrdersQuery(userId, shown + 1))
  const hasMore = orders.data !== undefined && orders.data.length > shown
  return (
    <section aria-label="Órdenes" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h3 className="text-lg font-semibold">
          Órdenes {hasMore && <span className="text-muted">(las últimas {shown})</span>}
        </h3>
        {hasMore && email && (
          <ButtonLink to="/controlPanel" search={{ tab: 'ordenes', q: email }} look="quiet">
            Ver todas
          </ButtonLink>
        )}
      </div>
      <Loaded query={orders} what="sus órdenes">
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-muted">Todavía no compró.</p>
          ) : (
            <div className="cut-lg border border-line bg-surface">
              <PanelTable label="Órdenes" columns={columns} rows={rows.slice(0, shown)} keyOf={({ id }) => id} />
            </div>
          )
        }
      </Loaded>
    </section>
  )
}
