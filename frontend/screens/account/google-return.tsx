// /login/google: passes Google's answer to the shop, or asks for the password of an account to link.

import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate, useRouterState } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { registrationFields } from '#backend/domain/user/user.limits.ts'
import { answered, googleApi } from '#frontend/api.ts'
import { ApiError, hasCode, messageOf } from '#frontend/api-error.ts'
import { AccountCard } from '#frontend/features/account/account-card.tsx'
import { ForgottenPassword } from '#frontend/features/account/forgotten-password.tsx'
import { PasswordField } from '#frontend/features/account/password-field.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { store } from '#frontend/storage.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { useSignedIn } from './signed-in.ts'

const here = '/login/google'
const route = getRouteApi(here)
const greeting = '¡Bienvenido!'
const notSignedIn = () => store('isAuthenticated', 'false')

/** Forgets its address at once, since the code works once; /login shows failures. */
export default function GoogleReturnScreen() {
  const { code, state, error } = route.useSearch()
  const navigate = useNavigate()
  const signedIn = useSignedIn()
  const { mutateAsync: finish } = useMutation({
    mutationFn: (answer: { code: string | null; state: string }) => answered(googleApi.finish.$post({ json: answer })),
    onError: notSignedIn,
  })
  const [email, setEmail] = useState<string>()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const begun = useRef(false)

  const giveUp = (problem?: unknown) => {
    // Keeps the intended page for whichever sign-in comes next.
    const redirect = problem instanceof ApiError ? problem.problem.redirect : undefined
    const state = problem === undefined ? {} : { state: { signInProblem: messageOf(problem) } }
    return navigate({ to: '/login', replace: true, search: redirect === undefined ? {} : { redirect }, ...state })
  }
  const handIn = useEffectEvent(async () => {
    if (!state || !(code || error)) return await giveUp()
    await navigate({ to: here, search: {}, replace: true })
    try {
      const { redirect, ...answer } = await finish({ code: code ?? null, state })
      await signedIn(answer, greeting, redirect ?? undefined)
    } catch (problem) {
      if (hasCode(problem, 'google_link_required')) setEmail(problem.problem.email)
      else if (!hasCode(problem, 'user_banned')) await giveUp(problem)
    }
  })
  useEffect(() => {
    // Going forward and back reuses the component; that counts as a new visit.
    const isNewVisit = path === here && !begun.current
    begun.current = path === here
    if (isNewVisit) void handIn()
  }, [path])

  return (
    <Page here="Ingresar con Google">
      <AccountCard title={email ? 'Vincular con Google' : 'Ingresar con Google'}>
        {email ? (
          <LinkForm email={email} />
        ) : (
          <p role="status" className="mt-8 flex items-center gap-3 text-muted">
            <LoaderCircle className="size-5 shrink-0 animate-spin" />
            Comprobando tu cuenta de Google…
          </p>
        )}
      </AccountCard>
    </Page>
  )
}

function LinkForm({ email }: { email: string }) {
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const linking = useMutation({
    mutationFn: () => answered(googleApi.link.$post({ json: { password } })),
    onError: notSignedIn,
  })
  const signedIn = useSignedIn()
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(password === '')
    if (password === '') return field.current?.focus()
    linking.mutate(undefined, {
      onSuccess: ({ redirect, ...answer }) => signedIn(answer, greeting, redirect ?? undefined),
      onError: () => field.current?.focus(),
    })
  }
  const failed = !hasCode(linking.error, 'user_banned') && linking.error
  return (
    <>
      <p className="mt-4 text-muted">
        Ya hay una cuenta con <strong className="text-text">{email}</strong>. Ingresá su contraseña esta única vez y
        desde ahora vas a poder entrar también con Google.
      </p>
      <form onSubmit={submit} noValidate className="mt-8 flex flex-col gap-5">
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <PasswordField
          id="password"
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          ref={field}
          value={password}
          error={isMissing && password === '' ? registrationFields.password.missing : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Refusal of={failed} role="alert" />
        <Button type="submit" busy={linking.isPending} className="min-h-12 text-base">
          Vincular e ingresar
        </Button>
      </form>
      <ForgottenPassword email={email} onBadEmail={() => undefined} />
    </>
  )
}
