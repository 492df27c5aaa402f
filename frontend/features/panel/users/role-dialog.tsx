// Asks for the super-admin key before a role changes.
import { useId, useRef, useState } from 'react'
import type { PanelUser } from '#frontend/api.ts'
import { AskDialog } from '#frontend/features/panel/ask-dialog.tsx'
import { Field } from '#frontend/ui/field.tsx'
import { toastSuccess } from '#frontend/ui/toast.ts'
import { useModifyUser } from './users.queries.ts'

type Props = { user: PanelUser; onClose: () => void; onChanged: (user: PanelUser) => void }

const toAdmin = {
  title: (name: string) => `¿Hacer administradora a la cuenta de ${name}?`,
  about: 'Podrá cambiar productos, suspender cuentas y ver todas las compras.',
}
const toNormal = {
  title: (name: string) => `¿Quitarle la administración a ${name}?`,
  about: 'Desde su próximo paso compra como cualquier cliente y no ve el panel.',
}

/** The shop checks the key and counts the wrong ones; what was typed is cleared after each. */
export function RoleDialog({ user, onClose, onChanged }: Props) {
  const [key, setKey] = useState('')
  const field = useId()
  const input = useRef<HTMLInputElement>(null)
  const changing = useModifyUser()
  const { title, about } = user.isAdmin ? toNormal : toAdmin
  const succeed = () => {
    toastSuccess('Cambio correcto')
    onChanged(user)
  }
  const begin = () => {
    setKey('')
    input.current?.focus()
  }
  const change = { isAdmin: !user.isAdmin, superAdminKey: key }
  return (
    <AskDialog
      title={title(user.name)}
      about={about}
      confirm={{ label: 'Cambiar rol' }}
      doing={changing}
      onConfirm={() => changing.mutate({ seen: user, change }, { onSuccess: succeed, onError: begin })}
      onClose={onClose}
    >
      <Field
        id={field}
        ref={input}
        label="Clave superAdmin"
        type="password"
        name="superAdminKey"
        autoComplete="off"
        required
        maxLength={200}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
    </AskDialog>
  )
}
