// The way to the dossier of an order, a product or a person.
import { Link } from '@tanstack/react-router'
import { FolderOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { type DossierKind, tabOf } from './dossier-address.ts'

type Props = { kind: DossierKind; id: number; label: string; children?: ReactNode }

/** label: whose dossier it is, for those who hear the page and for the pointer; children: the words, default a sign. */
export function DossierLink({ kind, id, label, children }: Props) {
  const search = { tab: tabOf[kind], dossier: `${kind}-${id}` }
  if (children !== undefined)
    return (
      <Link
        to="/controlPanel"
        search={search}
        aria-label={label}
        // What a finger meets is larger than a short number.
        className="relative font-medium underline underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-2.5"
      >
        {children}
      </Link>
    )
  return (
    <Link
      to="/controlPanel"
      search={search}
      aria-label={label}
      title={label}
      className="grid size-11 shrink-0 place-items-center rounded-lg text-muted transition hover:bg-raised hover:text-text"
    >
      <FolderOpen className="size-5" aria-hidden />
    </Link>
  )
}
