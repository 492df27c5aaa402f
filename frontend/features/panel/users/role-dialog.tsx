import { type Ref, useRef, useState } from 'react'
import type { PanelUser } from '#frontend/api.ts'
import { AskDialog } from '#frontend/features/panel/form/ask-dialog.tsx'
import { Choice } from '#frontend/features/panel/form/choice.tsx'
import { Field } from '#frontend/ui/form/field.tsx'
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

/** The shop checks the key and counts wrong ones; each try clears the input. */
export function RoleDialog({ user, onClose, onChanged }: Props) {
  const before = roleOf(user)
  const [role, setRole] = useState<AccountRole>(before === 'normal' ? 'admin' : 'normal')
  const [key, setKey] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const changing = useModifyUser()
  // Only removing a staff role needs no key.
  const withKey = role !== 'normal' || before === 'admin'
  const change = { ...authorityOf(role), ...(withKey && { superAdminKey: key }) }
  const onSuccess = () => {
    toastSuccess('Cambio correcto')
    onChanged(user)
  }
  const onError = () => {
    setKey('')
    input.current?.focus()
  }
  return (
    <AskDialog
      title={titleOf(user.name, before, role)}
      about={roleMeans[role]}
      confirm={{ label: 'Cambiar rol' }}
      doing={changing}
      onConfirm={() => changing.mutate({ seen: user, change }, { onSuccess, onError })}
      onClose={onClose}
    >
      <Choice
        label={`Rol nuevo (ahora: ${nameOfRole(before)})`}
        value={role}
        options={accountRoles.filter((name) => name !== before).map((name) => [name, nameOfRole(name)])}
        onChange={(name) => setRole(name as AccountRole)}
      />
      {withKey && <KeyField ref={input} value={key} onKey={setKey} />}
    </AskDialog>
  )
}

type KeyProps = { value: string; onKey: (key: string) => void; ref: Ref<HTMLInputElement> }

function KeyField({ value, onKey, ref }: KeyProps) {
  return (
    <Field
      ref={ref}
      label="Clave superAdmin"
      type="password"
      name="superAdminKey"
      required
      maxLength={200}
      value={value}
      onChange={(event) => onKey(event.target.value)}
    />
  )
}
