// 'Ajustes de acceso y seguridad': the password, changed through a mail to the account's address, and the open
// sessions.
import { useState } from 'react'
import type { User } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { useAskForReset } from '#frontend/features/account/account.queries.ts'
import { Button } from '#frontend/ui/button.tsx'
import { OpenSessions } from './open-sessions.tsx'

/** The browser never has the password, so a placeholder is shown. */
export function AccessSettings({ user: { id, email } }: { user: User }) {
  const [explained, setExplained] = useState(false)
  const asking = useAskForReset()
  return (
    <section aria-labelledby="access" className="cut-lg border border-line bg-surface p-6">
      <h2 id="access" className="text-xl font-semibold">
        Ajustes de acceso y seguridad
      </h2>
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
          <p role="status" className="text-sm text-bad empty:hidden">
            {asking.error && messageOf(asking.error)}
          </p>
        </div>
      )}
      <OpenSessions userId={id} />
    </section>
  )
}
