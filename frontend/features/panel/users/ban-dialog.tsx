import { useQuery } from '@tanstack/react-query'
import { banLimits, banReasons } from '#backend/domain/user/user.limits.ts'
import type { PanelUser } from '#frontend/api.ts'
import { dossierUserQuery } from '#frontend/features/panel/dossier/dossier.queries.ts'
import { AskDialog, keptForReview } from '#frontend/features/panel/form/ask-dialog.tsx'
import { panelPrice } from '#frontend/features/panel/panel-price.ts'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { useModifyUser } from './users.queries.ts'

const asks = {
  reason: { label: 'Motivo (opcional)', presets: banReasons, maxLength: banLimits.reason, hint: keptForReview },
  note: { label: 'Nota interna (opcional)', maxLength: banLimits.note },
}

/** Reason and note are optional; the log keeps them, the person doesn't see them. */
export function BanDialog({ user, onClose }: { user: PanelUser; onClose: () => void }) {
  const banning = useModifyUser()
  return (
    <AskDialog
      title={`¿Suspender la cuenta de ${user.name}?`}
      about="Sus sesiones terminan en el acto y no puede volver a ingresar hasta que la actives. Se le avisa por correo, sin el motivo."
      asks={asks}
      confirm={{ label: 'Suspender', look: 'danger' }}
      doing={banning}
      onConfirm={({ reason, note }) => {
        const change = { isActive: false, ...(reason && { reason }), ...(note && { note }) }
        banning.mutate({ seen: user, change }, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <Ends userId={user.id} />
    </AskDialog>
  )
}

function Ends({ userId }: { userId: number }) {
  const { data } = useQuery({ ...dossierUserQuery(userId), gcTime: 0 })
  return (
    <ul aria-label="Qué tiene abierto" aria-live="polite" className="list-disc space-y-1 pl-5 text-sm empty:hidden">
      {data && (
        <li>
          {data.sessions === 0 && 'Ahora no tiene sesiones abiertas.'}
          {data.sessions === 1 && 'Termina su sesión abierta.'}
          {data.sessions > 1 && `Terminan sus ${data.sessions} sesiones abiertas.`}
        </li>
      )}
      {data?.openOrder && (
        <li>
          Su orden Nº {data.openOrder.id} por {panelPrice(data.openOrder.total)} sigue en pie: si nadie la paga, vence
          el {formatMoment(data.openOrder.holdUntil)}.
        </li>
      )}
    </ul>
  )
}
