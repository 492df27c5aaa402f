import { getRouteApi, Link, useRouterState } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { hasCode, messageOf } from '#frontend/api-error.ts'
import { useLogin } from '#frontend/features/account/account.queries.ts'
import { AccountCard } from '#frontend/features/account/account-card.tsx'
import { ForgottenPassword } from '#frontend/features/account/forgotten-password.tsx'
import { GoogleSignIn } from '#frontend/features/account/google-sign-in.tsx'
import { PasswordField } from '#frontend/features/account/password-field.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { resetSignIn } from '#frontend/session.ts'
import { Button, buttonLook } from '#frontend/ui/button.tsx'
import { Field } from '#frontend/ui/field.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { useSignedIn } from './signed-in.ts'
import { WaitingCart } from './waiting-cart.tsx'

const route = getRouteApi('/login')

/** Resets the session's display state. Keeps the input after a refusal. */
export function LoginScreen() {
  const search = route.useSearch()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [badEmail, setBadEmail] = useState<string>()
  const emailField = useRef<HTMLInputElement>(null)
  const login = useLogin()
  const fromGoogle = useRouterState({ select: ({ location }) => location.state.signInProblem })
  const signedIn = useSignedIn()
  useEffect(() => resetSignIn(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    login.mutate(
      { email: email.trim(), password },
      { onSuccess: (answer) => signedIn(answer, '¡Bienvenido!', search.redirect) },
    )
  }
  const failed = login.error && !hasCode(login.error, 'user_banned')
  const problem = failed ? messageOf(login.error) : login.isIdle && fromGoogle
  return (
    <Page>
      <AccountCard>
        <PageHeading title="Ingresar" className="text-3xl font-bold" />
        <form onSubmit={submit} className="mt-8 flex flex-col gap-5">
          <Field
            id="email"
            label="Email"
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            required
            value={email}
            error={badEmail}
            ref={emailField}
            onChange={(event) => {
              setEmail(event.target.value)
              setBadEmail(undefined)
            }}
          />
          <PasswordField
            id="password"
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <p
            role="alert"
            className="flex items-start gap-2 rounded-lg border border-bad/40 bg-bad/10 px-4 py-3 text-sm text-bad empty:hidden"
          >
            {problem && <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />}
            {problem}
          </p>
          <Button type="submit" busy={login.isPending} className="min-h-12 text-base">
            Ingresar
          </Button>
        </form>
        <ForgottenPassword
          email={email}
          onBadEmail={(problem) => {
            setBadEmail(problem)
            emailField.current?.focus()
          }}
        />
        <GoogleSignIn redirect={search.redirect} />
        <p className="mt-8 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-6 text-sm text-muted">
          ¿No tienes una cuenta?
          <Link to="/register" search={search} className={buttonLook('outline')}>
            Crear cuenta
          </Link>
        </p>
      </AccountCard>
      {search.redirect === '/shoppingCart' && <WaitingCart />}
    </Page>
  )
}
