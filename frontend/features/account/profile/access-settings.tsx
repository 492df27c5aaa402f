import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { answered, emptyJson, type OpenSession, sessionApi, type User } from '#frontend/api.ts'
import { hasCode } from '#frontend/api-error.ts'
import { useAskForReset } from '#frontend/features/account/account.queries.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Card } from '#frontend/ui/card.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { Failure, Refusal } from '#frontend/ui/refusal.tsx'

/** The browser never has the password, so a placeholder is shown. */
export function AccessSettings({ user: { id, email } }: { user: User }) {
  const [explained, setExplained] = useState(false)
  const asking = useAskForReset()
  return (
    <Card id="access" title="Ajustes de acceso y seguridad">
      <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
        <dl>
          <dt className="text-sm text-muted">Contraseña</dt>
          <dd className="font-medium">
            <span aria-hidden>••••••••</span>
            <span className="sr-only">oculta</span>
          </dd>
        </dl>
        <Button look="outline" aria-expanded={explained} onClick={() => setExplained(!explained)}>
          Cambiar
        </Button>
      </div>
      {explained && (
        <div className="mt-4 flex flex-col items-start gap-4 border-t border-line pt-4">
          <p className="text-muted">
            Te enviamos un mensaje a <strong className="text-text">{email}</strong> con un enlace para elegir otra
            contraseña. Al cambiarla se cierran todas tus sesiones.
          </p>
          <Button busy={asking.isPending} onClick={() => asking.mutate(email)}>
            Enviar
          </Button>
          <Refusal of={asking.error} />
        </div>
      )}
      <OpenSessions userId={id} />
    </Card>
  )
}

/** Asks no confirmation: the person can sign in again. */
function OpenSessions({ userId }: { userId: number }) {
  const { data: sessions, error, refetch } = useQuery(openSessionsQuery(userId))
  const title = useRef<HTMLHeadingElement>(null)
  // The pressed button disappears with its session.
  const ending = useEndSessions(userId, () => title.current?.focus())
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <div className="mt-6 border-t border-line pt-6">
      <h3 ref={title} tabIndex={-1} className="font-semibold">
        Tus sesiones abiertas
      </h3>
      <p className="mt-2 max-w-prose text-muted">
        Cada una se cierra sola a los 30 minutos de ingresar. Si no reconocés alguna, cerrala y cambiá tu contraseña.
      </p>
      {error && !sessions && (
        <div className="mt-4">
          <Failure title="No pudimos cargar tus sesiones" onRetry={refetch} />
        </div>
      )}
      {!error && !sessions && <div role="status" aria-label="Cargando tus sesiones" className="shimmer mt-4 h-16" />}
      <ul className="mt-4 flex flex-col gap-3 empty:hidden">
        {sessions?.map((session) => (
          <SessionLine key={session.id} session={session} ending={ending} />
        ))}
      </ul>
      <p role="status" className="mt-3 text-sm text-muted empty:hidden">
        {ending.said}
      </p>
      <Refusal of={ending.error} role="alert" className="mt-3" />
      {others.length > 1 && (
        <Button className="mt-4" look="outline" busy={ending.isPending} onClick={() => ending.end(null)}>
          Cerrar todas las demás
        </Button>
      )}
    </div>
  )
}

function placeOf({ browser, system }: OpenSession): string {
  return `${browser ?? 'Navegador desconocido'}${system ? ` en ${system}` : ''}`
}

type LineProps = { session: OpenSession; ending: ReturnType<typeof useEndSessions> }

function SessionLine({ session, ending }: LineProps) {
  const { system, startedAt, lastSeenAt, isCurrent } = session
  const [place, since] = [placeOf(session), formatMoment(startedAt)]
  const Icon = system === 'Android' || system === 'iPhone' || system === 'iPad' ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line px-4 py-3">
      <span className="flex min-w-0 items-center gap-3">
        <Icon className="size-5 shrink-0 text-cyan" />
        <span className="min-w-0">
          <span className="block font-medium break-words">
            {place}
            {isCurrent && <strong className="ml-2 text-sm font-semibold whitespace-nowrap text-ok">Esta sesión</strong>}
          </span>
          <span className="block text-sm text-muted">
            Ingresó el {since}
            {!isCurrent && ` · Último uso: cerca del ${formatMoment(lastSeenAt)}`}
          </span>
        </span>
      </span>
      {!isCurrent && (
        <Button
          look="danger"
          aria-label={`Cerrar la sesión de ${place} del ${since}`}
          busy={ending.isPending}
          onClick={() => ending.end(session)}
        >
          Cerrar
        </Button>
      )}
    </li>
  )
}

const api = sessionApi.open

/** Refetches on every view: other browsers sign in and out. */
const openSessionsQuery = (userId: number) =>
  queryOptions({
    queryKey: queryKeys.openSessionsOf(userId),
    queryFn: async () => (await answered(api.$get())).sessions,
  })

function useEndSessions(userId: number, done: () => void) {
  const queryClient = useQueryClient()
  const { queryKey } = openSessionsQuery(userId)
  const ending = useMutation({
    mutationFn: (session: OpenSession | null) =>
      answered(session ? api.end.$post({ json: { id: session.id } }) : api.endothers.$post({}, emptyJson)),
    onSuccess: async ({ sessions }) => {
      // A read under way may return the old list.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, sessions)
      done()
    },
    // The session had already ended, so the list is stale.
    onError: (error) => {
      if (hasCode(error, 'not_found')) void queryClient.invalidateQueries({ queryKey })
    },
  })
  const { error, isPending, isSuccess, variables, mutate: end } = ending
  const said = isSuccess ? (variables ? 'Cerramos esa sesión.' : 'Cerramos todas las demás.') : null
  const isGone = hasCode(error, 'not_found')
  return { end, isPending, said: isGone ? 'Esa sesión ya estaba cerrada.' : said, error: isGone ? null : error }
}
