import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { erasureWord } from '#backend/domain/user/user.limits.ts'
import { answered, type User, userApi } from '#frontend/api.ts'
import { fieldErrorOf, messageOf } from '#frontend/api-error.ts'
import { PasswordField } from '#frontend/features/account/password-field.tsx'
import { dropSession } from '#frontend/session.ts'
import { forgetEverything } from '#frontend/storage.ts'
import { notifyTabs } from '#frontend/tabs.ts'
import Dialog from '#frontend/ui/dialog.tsx'
import { notify } from '#frontend/ui/notice/notice.ts'

export default function EraseDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { typed, setTyped, field, erase, isPending, wrong, failure } = useErasing(user.id)
  return (
    <Dialog
      open
      onClose={onClose}
      title="¿Eliminar tu cuenta para siempre?"
      confirm={{ label: 'Eliminar mi cuenta', run: () => erase(), look: 'danger', busy: isPending }}
      closeLabel="Cancelar"
      failure={failure}
    >
      <p>
        Vas a eliminar la cuenta de <strong className="break-words text-text">{user.email}</strong>. No se puede
        deshacer. Si te debemos una devolución por transferencia, esperala: con la cuenta se borra tu CBU.
      </p>
      <form noValidate className="mt-5" onSubmit={erase}>
        <PasswordField
          id="confirmation"
          label="Tu contraseña"
          autoComplete="current-password"
          value={typed}
          error={wrong}
          hint={`¿Ingresás con Google y no tenés contraseña? Escribí ${erasureWord}.`}
          ref={field}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

function useErasing(userId: number) {
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => answered(userApi.erase.$post({ json: { userId, confirmation: typed } })),
    // A callback of the mutation itself, because the screen disappears with the session.
    onSuccess: () => {
      forgetEverything()
      dropSession(queryClient, false)
      notifyTabs('session')
      notify({ text: 'Tu cuenta fue eliminada. Gracias por haber comprado con nosotros.' })
      return navigate({ to: '/' })
    },
  })
  const field = useRef<HTMLInputElement>(null)
  const erase = (event?: FormEvent) => {
    event?.preventDefault()
    setMissing(typed === '')
    if (typed === '') field.current?.focus()
    else mutate(undefined, { onError: () => field.current?.focus() })
  }
  const wrong = isMissing ? 'Escribila para confirmar.' : fieldErrorOf(error, 'confirmation')
  return { typed, setTyped, field, erase, isPending, wrong, failure: wrong ? null : error && messageOf(error) }
}
