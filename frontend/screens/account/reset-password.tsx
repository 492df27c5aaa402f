// /reset-password: sets a new password by a mailed link. Its token follows the #, which browsers never send.
import { useRouterState } from '@tanstack/react-router'
import { KeyRound, LinkIcon } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { fieldProblem, passwordHint, registrationFields } from '#backend/domain/user/user.limits.ts'
import { fieldErrorOf, hasCode, messageOf } from '#frontend/api-error.ts'
import { useSetPassword } from '#frontend/features/account/account.queries.ts'
import { AccountCard } from '#frontend/features/account/account-card.tsx'
import { PasswordField } from '#frontend/features/account/password-field.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Outcome } from '#frontend/ui/outcome.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'

export default function ResetPasswordScreen() {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const token = new URLSearchParams(hash).get('token') ?? ''
  const setting = useSetPassword()
  const refused = hasCode(setting.error, 'reset_link_invalid') ? messageOf(setting.error) : undefined
  const isUseless = refused !== undefined || !/^[\w-]{43}$/.test(token)
  return (
    <Page here="Otra contraseña">
      {setting.isSuccess && <PasswordSet />}
      {!setting.isSuccess && isUseless && (
        <Outcome tone="bad" icon={<LinkIcon />} title="Este enlace no sirve">
          <p className="text-muted">
            {refused ?? 'Al enlace le falta una parte.'} Pedí otro con «¿Olvidaste tu contraseña?»
          </p>
          <ButtonLink to="/login">Ir a Ingresar</ButtonLink>
        </Outcome>
      )}
      {!setting.isSuccess && !isUseless && <ResetForm token={token} setting={setting} />}
    </Page>
  )
}

function ResetForm({ token, setting }: { token: string; setting: ReturnType<typeof useSetPassword> }) {
  const [password, setPassword] = useState('')
  const [touched, setTouched] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const problem = fieldProblem('password', password)
  const refused = fieldErrorOf(setting.error, 'password')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTouched(true)
    if (problem) return field.current?.focus()
    setting.mutate({ token, password }, { onError: () => field.current?.focus() })
  }
  return (
    <AccountCard title="Elegí otra contraseña">
      <form onSubmit={submit} noValidate className="mt-8 flex flex-col gap-5">
        <PasswordField
          id="password"
          label="Contraseña nueva"
          name="password"
          autoComplete="new-password"
          hint={passwordHint}
          maxLength={registrationFields.password.max}
          value={password}
          error={(touched ? problem : undefined) ?? refused}
          ref={field}
          onChange={({ target }) => {
            setPassword(target.value)
            setTouched(true)
            if (setting.isError) setting.reset()
          }}
        />
        <Refusal of={!refused && setting.error} />
        <Button type="submit" busy={setting.isPending} className="min-h-12 text-base">
          Guardar contraseña
        </Button>
      </form>
    </AccountCard>
  )
}

function PasswordSet() {
  // Moves the focus, since its form is gone.
  useEffect(() => document.querySelector('h1')?.focus({ preventScroll: true }), [])
  return (
    <Outcome tone="ok" icon={<KeyRound />} title="Tu contraseña ya es otra">
      <p className="text-muted">Cerramos todas tus sesiones. Ingresá con la contraseña nueva.</p>
      <ButtonLink to="/login">Ingresar</ButtonLink>
    </Outcome>
  )
}
