import { useState } from 'react'
import type { PanelUser } from '#frontend/api.ts'
import { AskDialog, keyInput } from '#frontend/features/panel/form/ask-dialog.tsx'
import { Choice } from '#frontend/features/panel/form/choice.tsx'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'
import { type AccountRole, accountRoles, authorityOf, nameOfRole, roleMeans, roleOf } from './account-roles.ts'
import { useModifyUser } from './users.queries.ts'

type Props = { user: PanelUser; onClose: () => void; onChanged: (user: PanelUser) => void }

function titleOf(name: string, before: AccountRole, after: AccountRole): string {
  if (after === 'admin') return `¿Hacer administradora a la cuenta de ${name}?`
  if (after !== 'normal') return `¿Darle a ${name} el rol «${nameOfRole(after)}»?`
  return before === 'admin'
    ? `¿Quitarle la administración a ${name}?`
    : `¿Quitarle a ${name} el rol «${nameOfRole(before)}»?`
}

/** The shop checks the key and counts wrong ones. Only removing a staff role needs none. */
export function RoleDialog({ user, onClose, onChanged }: Props) {
  const before = roleOf(user)
  const [role, setRole] = useState<AccountRole>(before === 'normal' ? 'admin' : 'normal')
  const changing = useModifyUser()
  const onSuccess = () => {
    toastSuccess('Cambio correcto')
    onChanged(user)
  }
  return (
    <AskDialog
      title={titleOf(user.name, before, role)}
      about={roleMeans[role]}
      asks={role !== 'normal' || before === 'admin' ? { superAdminKey: keyInput } : {}}
      confirm={{ label: 'Cambiar rol' }}
      doing={changing}
      onConfirm={(key) => changing.mutate({ seen: user, change: { ...authorityOf(role), ...key } }, { onSuccess })}
      onClose={onClose}
    >
      <Choice
        label={`Rol nuevo (ahora: ${nameOfRole(before)})`}
        value={role}
        options={accountRoles.filter((name) => name !== before).map((name) => [name, nameOfRole(name)])}
        onChange={(name) => setRole(name as AccountRole)}
      />
    </AskDialog>
  )
}
