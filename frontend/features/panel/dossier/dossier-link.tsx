import { Link } from '@tanstack/react-router'
import { FolderOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconLink } from '#frontend/features/panel/icon-link.tsx'
import { type DossierKind, tabOf } from './dossier-address.ts'

type Props = { kind: DossierKind; id: number; label: string; children?: ReactNode }

/** `label`: accessible name and tooltip; `children`: text, default an icon. */
export function DossierLink({ kind, id, label, children }: Props) {
  const search = { tab: tabOf[kind], dossier: `${kind}-${id}` }
  if (children !== undefined)
    return (
      <Link
        to="/controlPanel"
        search={search}
        aria-label={label}
        // Enlarges the touch target of a short number.
        className="relative font-medium underline underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-2.5"
      >
        {children}
      </Link>
    )
  return <IconLink to={search} label={label} Icon={FolderOpen} />
}
