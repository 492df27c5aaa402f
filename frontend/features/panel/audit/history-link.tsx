import { History } from 'lucide-react'
import { IconLink } from '#frontend/features/panel/icon-link.tsx'
import { useMay } from '#frontend/session.ts'

/** `of`: like `order-9`. Renders nothing without access to the audit. */
export function HistoryLink({ of, label }: { of: string; label: string }) {
  return useMay()('audit:read') && <IconLink to={{ tab: 'auditoria', of }} label={label} Icon={History} />
}
