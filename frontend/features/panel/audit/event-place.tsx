// An event's position in the log; links to the event and its causes for readers of the audit.
import { Link } from '@tanstack/react-router'
import { useMay } from '#frontend/session.ts'

export function EventPlace({ position }: { position: number }) {
  const may = useMay()
  const text = position.toLocaleString('es-AR')
  if (!may('audit:read')) return text
  return (
    <Link
      to="/controlPanel"
      search={{ tab: 'auditoria', cause: position }}
      aria-label={`Causas del hecho Nº ${text}`}
      title="Ver en la auditoría"
      className="relative underline decoration-dotted underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-1.5"
    >
      {text}
    </Link>
  )
}
