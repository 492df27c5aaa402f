import { useState } from 'react'
import type { User } from '#frontend/api.ts'
import { useAskForReset } from '#frontend/features/account/account.queries.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Card } from '#frontend/ui/card.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { OpenSessions } from './open-sessions.tsx'

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
