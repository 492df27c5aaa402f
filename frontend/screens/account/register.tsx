import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { privacyLegends } from '#backend/domain/user/privacy.limits.ts'
import {
  passwordHint,
  type Registration,
  type RegistrationField,
  registrationFields,
  registrationProblems,
} from '#backend/domain/user/user.limits.ts'
import { answered, userApi } from '#frontend/api.ts'
import { hasCode, messageOf, refusedFields } from '#frontend/api-error.ts'
import { AccountCard } from '#frontend/features/account/account-card.tsx'
import { GoogleSignIn } from '#frontend/features/account/google-sign-in.tsx'
import { PasswordField } from '#frontend/features/account/password-field.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Field } from '#frontend/ui/form/field.tsx'
import { focusFirst } from '#frontend/ui/form/focus-first.ts'
import { toastWarning } from '#frontend/ui/notice/toast.ts'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { useSignedIn } from './signed-in.ts'

const route = getRouteApi('/register')
const empty: Registration = { name: '', email: '', password: '' }
const names = ['name', 'email', 'password'] as const

/** Validates touched fields on each keystroke; hides 'Registrar' while an error shows. */
export default function RegisterScreen() {
  const search = route.useSearch()
  const [fields, setFields] = useState(empty)
  const [touched, setTouched] = useState<Partial<Record<RegistrationField, true>>>({})
  const registering = useMutation({
    mutationFn: ({ name, email, password }: Registration) =>
      answered(userApi.new.$post({ json: { name: name.trim(), email: email.trim(), password, isActive: true } })),
  })
  const signedIn = useSignedIn()
  const form = useRef<HTMLFormElement>(null)

  const errors = registrationProblems(fields)
  const shown = Object.fromEntries(
    names.filter((name) => touched[name] && errors[name]).map((name) => [name, errors[name]]),
  )
  const taken = hasCode(registering.error, 'email_in_use')
  const refused = refusedFields(registering.error)
  const problemOf = (name: RegistrationField) =>
    shown[name] ??
    refused[name] ??
    (taken && name === 'email' ? `${messageOf(registering.error)} Si es tuyo, ingresá con él.` : undefined)
  const field = (name: RegistrationField) => ({
    id: name,
    name,
    value: fields[name],
    maxLength: registrationFields[name].max,
    error: problemOf(name),
    onChange: ({ target }: { target: HTMLInputElement }) => {
      setFields({ ...fields, [name]: target.value })
      setTouched({ ...touched, [name]: true })
      if (registering.isError) registering.reset()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(errors).length > 0) {
      toastWarning('¡Debes completar toda la informacion!')
      return focusFirst(form.current, errors)
    }
    registering.mutate(fields, {
      onError: (error) =>
        focusFirst(form.current, hasCode(error, 'email_in_use') ? { email: true } : refusedFields(error)),
      onSuccess: (answer) => {
        setFields(empty)
        setTouched({})
        return signedIn(answer, '¡Cuenta creada correctamente!', search.redirect)
      },
    })
  }
  return (
    <Page>
      <AccountCard title="Crear cuenta">
        <form ref={form} onSubmit={submit} noValidate className="mt-8 flex flex-col gap-5">
          <Field {...field('name')} label="Name" autoComplete="name" />
          <Field {...field('email')} label="Email" type="email" autoComplete="email" inputMode="email" />
          <PasswordField {...field('password')} label="Password" autoComplete="new-password" hint={passwordHint} />
          <Refusal of={Object.keys(refused).length === 0 && !taken && registering.error} />
          {Object.keys(shown).length === 0 && (
            <Button type="submit" busy={registering.isPending} className="min-h-12 text-base">
              Registrar
            </Button>
          )}
        </form>
        <GoogleSignIn redirect={search.redirect} />
        <Legends />
        <p className="mt-8 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-6 text-sm text-muted">
          ¿Ya tenés una cuenta?
          <ButtonLink to="/login" search={search} look="outline">
            Ingresar
          </ButtonLink>
        </p>
      </AccountCard>
    </Page>
  )
}

function Legends() {
  return (
    <div className="mt-8 flex flex-col gap-3 border-t border-line pt-6 text-xs leading-relaxed text-muted">
      <p>
        Qué guardamos y para qué:{' '}
        <Link to="/privacy" className="text-cyan underline underline-offset-4">
          Política de privacidad
        </Link>
      </p>
      {privacyLegends.map((legend) => (
        <p key={legend}>{legend}</p>
      ))}
    </div>
  )
}
