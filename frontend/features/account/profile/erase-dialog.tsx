import { useNavigate } from '@tanstack/react-router'
import { type Ref, useRef, useState } from 'react'
import { erasureWord } from '#backend/domain/user/user.limits.ts'
import type { User } from '#frontend/api.ts'
import { fieldErrorOf, messageOf } from '#frontend/api-error.ts'
import { PasswordField } from '#frontend/features/account/password-field.tsx'
import Dialog from '#frontend/ui/dialog.tsx'
import { useEraseAccount } from './profile.queries.ts'

export default function EraseDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const navigate = useNavigate()
  const erasing = useEraseAccount(user.id, () => navigate({ to: '/' }))
  const field = useRef<HTMLInputElement>(null)
  const erase = () => {
    setMissing(typed === '')
    if (typed === '') field.current?.focus()
    else erasing.mutate(typed, { onError: () => field.current?.focus() })
  }
  const wrong = isMissing ? 'Escribila para confirmar.' : fieldErrorOf(erasing.error, 'confirmation')
  return (
    <Dialog
      open
      onClose={onClose}
      title="¿Eliminar tu cuenta para siempre?"
      confirm={{ label: 'Eliminar mi cuenta', run: erase, look: 'danger', busy: erasing.isPending }}
      closeLabel="Cancelar"
      failure={wrong ? null : erasing.error && messageOf(erasing.error)}
    >
      <p>
        Vas a eliminar la cuenta de <strong className="break-words text-text">{user.email}</strong>. No se puede
        deshacer. Si te debemos una devolución por transferencia, esperala: con la cuenta se borra tu CBU.
      </p>
      <Confirmation typed={typed} field={field} onType={setTyped} error={wrong} onSubmit={erase} />
    </Dialog>
  )
}

type Props = {
  typed: string
  field: Ref<HTMLInputElement>
  onType: (text: string) => void
  error: string | undefined
  onSubmit: () => void
}

function Confirmation({ typed, field, onType, error, onSubmit }: Props) {
  return (
    <form
      noValidate
      className="mt-5"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <PasswordField
        id="confirmation"
        label="Tu contraseña"
        autoComplete="current-password"
        value={typed}
        error={error}
        hint={`¿Ingresás con Google y no tenés contraseña? Escribí ${erasureWord}.`}
        ref={field}
        onChange={(event) => onType(event.target.value)}
      />
    </form>
  )
}
