import { useMutation, useQueries } from '@tanstack/react-query'
import { getRouteApi, useRouterState } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { fieldProblem, registrationFields } from '#backend/domain/user/user.limits.ts'
import { answered, userApi } from '#frontend/api.ts'
import { hasCode } from '#frontend/api-error.ts'
import { AccountCard } from '#frontend/features/account/account-card.tsx'
import { ForgottenPassword } from '#frontend/features/account/forgotten-password.tsx'
import { GoogleSignIn } from '#frontend/features/account/google-sign-in.tsx'
import { PasswordField } from '#frontend/features/account/password-field.tsx'
import { useLocalCart } from '#frontend/features/cart/browser-cart.ts'
import { productQuery } from '#frontend/features/catalogue/catalogue.queries.ts'
import { DeliveryEstimate } from '#frontend/features/delivery/delivery-estimate.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { resetSignIn } from '#frontend/session.ts'
import { store } from '#frontend/storage.ts'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Card } from '#frontend/ui/card.tsx'
import { totalOf } from '#frontend/ui/figures/price.ts'
import { Price } from '#frontend/ui/figures/price.tsx'
import { Field } from '#frontend/ui/form/field.tsx'
import { focusFirst } from '#frontend/ui/form/focus-first.ts'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { useSignedIn } from './signed-in.ts'

const route = getRouteApi('/login')

type Problems = { email?: string | undefined; password?: string | undefined }

/** Accepts any password: accounts can be older than today's rules. */
function problemsOf(email: string, password: string): Problems {
  const missing = password === '' ? registrationFields.password.missing : undefined
  return { email: fieldProblem('email', email.trim()), password: missing }
}

export default function LoginScreen() {
  const search = route.useSearch()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const form = useRef<HTMLFormElement>(null)
  const login = useMutation({
    mutationFn: (credentials: { email: string; password: string }) =>
      answered(userApi.verifyuser.$post({ json: credentials })),
    onError: () => store('isAuthenticated', 'false'),
  })
  const fromGoogle = useRouterState({ select: ({ location }) => location.state.signInProblem })
  const signedIn = useSignedIn()
  useEffect(() => resetSignIn(), [])

  const field = (name: 'email' | 'password', value: string, setValue: (value: string) => void) => ({
    ...{ id: name, name, required: true, value, error: problems[name] },
    onChange: (event: { target: { value: string } }) => {
      setValue(event.target.value)
      setProblems({ ...problems, [name]: undefined })
    },
  })
  const refuse = (found: Problems) => {
    setProblems(found)
    focusFirst(form.current, found)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemsOf(email, password)
    if (found.email || found.password) return refuse(found)
    login.mutate(
      { email: email.trim(), password },
      { onSuccess: (answer) => signedIn(answer, '¡Bienvenido!', search.redirect) },
    )
  }
  const isSaid = !hasCode(login.error, 'user_banned')
  return (
    <Page>
      <AccountCard title="Ingresar">
        <form ref={form} onSubmit={submit} noValidate className="mt-8 flex flex-col gap-5">
          <Field
            {...field('email', email, setEmail)}
            label="Email"
            type="email"
            autoComplete="username"
            inputMode="email"
          />
          <PasswordField
            {...field('password', password, setPassword)}
            label="Password"
            autoComplete="current-password"
          />
          <Refusal of={login.isIdle ? fromGoogle : isSaid && login.error} role="alert" />
          <Button type="submit" busy={login.isPending} className="min-h-12 text-base">
            Ingresar
          </Button>
        </form>
        <ForgottenPassword email={email} onBadEmail={(problem) => refuse({ email: problem })} />
        <GoogleSignIn redirect={search.redirect} />
        <p className="mt-8 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-6 text-sm text-muted">
          ¿No tienes una cuenta?
          <ButtonLink to="/register" search={search} look="outline">
            Crear cuenta
          </ButtonLink>
        </p>
      </AccountCard>
      {search.redirect === '/shoppingCart' && <WaitingCart />}
    </Page>
  )
}

/** Omits withdrawn products, which the sign-in reports. Renders nothing for an empty cart. */
function WaitingCart() {
  const cart = useLocalCart()
  const chosen = cart?.productsId ?? []
  const products = useQueries({ queries: chosen.map(({ id }) => productQuery(id)) })
  if (chosen.length === 0) return null
  const lines = chosen.flatMap(({ id, quantity }, index) => {
    const product = products[index]?.data
    return product?.isActive ? [{ id, quantity, name: product.name, price: product.price }] : []
  })
  return (
    <div className="mx-auto mt-8 grid max-w-4xl grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
      <Card id="waiting-cart" title="Tu carrito te espera" isSmall>
        <ul className="mt-3 divide-y divide-line">
          {lines.map((line) => (
            <li key={line.id} className="flex items-baseline justify-between gap-4 py-2.5">
              <span className="min-w-0 break-words">
                {line.name} <span className="text-muted">× {line.quantity}</span>
              </span>
              <Price amount={totalOf([line])} />
            </li>
          ))}
        </ul>
        <p className="flex items-baseline justify-between border-t border-line pt-3">
          <span className="font-medium">Subtotal</span>
          <Price amount={totalOf(lines)} className="text-xl" />
        </p>
      </Card>
      <DeliveryEstimate subtotal={totalOf(lines)} />
    </div>
  )
}
