import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { PanelUser } from '#frontend/api.ts'
import { HistoryLink } from '#frontend/features/panel/audit/history-link.tsx'
import { DossierLink } from '#frontend/features/panel/dossier/dossier-link.tsx'
import { PanelList } from '#frontend/features/panel/panel-list.tsx'
import { type Column, Pill } from '#frontend/features/panel/panel-table.tsx'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { roleTitle } from '#frontend/features/panel/users/account-roles.ts'
import { BanDialog } from '#frontend/features/panel/users/ban-dialog.tsx'
import { RoleDialog } from '#frontend/features/panel/users/role-dialog.tsx'
import { panelUsersQuery, useModifyUser } from '#frontend/features/panel/users/users.queries.ts'
import { catchUpSession, useMay, useUser } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { notify } from '#frontend/ui/notice/notice.ts'
import { Failure } from '#frontend/ui/refusal.tsx'

const plainColumns: readonly Column<PanelUser>[] = [
  { name: 'ID', cell: ({ id }) => id, sort: 'id' },
  { name: 'Nombre', sort: 'name', cell: (user) => <Name user={user} /> },
  { name: 'Correo', cell: ({ email }) => <Email email={email} /> },
  {
    name: 'Creación de Cuenta',
    sort: 'createdAt',
    cell: ({ createdAt }) => <span className="whitespace-nowrap tabular-nums">{createdAt.slice(0, 10)}</span>,
  },
]

export default function UsersSection() {
  const { address } = usePanelAddress()
  const may = useMay()
  const mayChange = may('accounts:change')
  const users = useQuery(panelUsersQuery(address))
  const reinstating = useModifyUser()
  const [asked, setAsked] = useState<{ about: 'role' | 'ban'; user: PanelUser } | null>(null)
  const takeOwnRole = useTakeOwnRole()
  const close = () => setAsked(null)
  const switchActivity = (user: PanelUser) => {
    if (!user.isActive) reinstating.mutate({ seen: user, change: { isActive: true } })
    else if (user.isAdmin) notify({ text: 'No es posible desactivar administradores' })
    else setAsked({ about: 'ban', user })
  }
  const columns: Column<PanelUser>[] = [
    ...plainColumns,
    {
      name: 'Rol',
      cell: (user) =>
        mayChange ? <Role user={user} onAsk={() => setAsked({ about: 'role', user })} /> : roleTitle(user),
    },
  ]
  const actions = (user: PanelUser) => (
    <span className="flex items-center gap-1">
      {mayChange && (
        <Activity
          user={user}
          isBusy={reinstating.isPending && reinstating.variables.seen.id === user.id}
          onSwitch={() => switchActivity(user)}
        />
      )}
      <DossierLink kind="user" id={user.id} label={`Legajo de ${user.name}`} />
      <HistoryLink of={`user-${user.id}`} label={`Historial de ${user.name}`} />
    </span>
  )
  return (
    <>
      {reinstating.isError && (
        <div className="mb-5">
          <Failure title={`La cuenta de ${reinstating.variables.seen.name} no cambió`} of={reinstating.error} />
        </div>
      )}
      <PanelList
        list={users}
        of="users"
        label="Clientes"
        columns={[...columns, { name: 'Acciones', cell: actions }]}
        keyOf={({ id }) => id}
        none="Todavía no hay cuentas"
        search="Buscar usuario..."
      />
      {asked?.about === 'ban' && <BanDialog user={asked.user} onClose={close} />}
      {asked?.about === 'role' && (
        <RoleDialog
          user={asked.user}
          onClose={close}
          onChanged={({ id }) => {
            close()
            takeOwnRole(id)
          }}
        />
      )}
    </>
  )
}

/** Somebody who gave up their own role leaves the panel. */
function useTakeOwnRole(): (changedId: number) => void {
  const own = useUser()
  const queryClient = useQueryClient()
  const router = useRouter()
  return (changedId) => {
    if (changedId !== own?.id) return
    void catchUpSession(queryClient).then((isOtherwise) => (isOtherwise ? router.invalidate() : undefined))
  }
}

/** An erased account keeps its row but allows no action. */
const isErased = ({ email }: PanelUser) => email === ''

/** Allows a line break after the @. */
function Email({ email }: Pick<PanelUser, 'email'>) {
  const [name, domain] = email.split('@')
  return (
    <span className="inline-block wrap-anywhere sm:min-w-36">
      {name}
      {domain !== undefined && (
        <>
          @<wbr />
          {domain}
        </>
      )}
    </span>
  )
}

function Name({ user }: { user: PanelUser }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className={`min-w-20 font-medium wrap-anywhere ${user.isActive ? '' : 'text-muted'}`}>{user.name}</span>
      {!user.isActive && <Pill>{isErased(user) ? 'Eliminada' : 'Suspendida'}</Pill>}
    </span>
  )
}

function Role({ user, onAsk }: { user: PanelUser; onAsk: () => void }) {
  return (
    <Button
      look={user.isAdmin ? 'primary' : 'outline'}
      disabled={isErased(user)}
      onClick={onAsk}
      title={`Cambiar el rol de ${user.name}`}
      className="min-w-24"
    >
      {roleTitle(user)}
    </Button>
  )
}

function Activity({ user, isBusy, onSwitch }: { user: PanelUser; isBusy: boolean; onSwitch: () => void }) {
  return (
    <Button
      look={user.isActive ? 'danger' : 'outline'}
      busy={isBusy}
      disabled={isErased(user)}
      onClick={onSwitch}
      className="min-w-32"
    >
      {user.isActive ? 'Desactivar' : 'Activar'}
    </Button>
  )
}
