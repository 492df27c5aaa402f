import type { Permission } from '#backend/domain/user/roles.limits.ts'
import { type DossierKind, tabOf } from '#frontend/features/panel/dossier/dossier-address.ts'
import type { PanelAddress } from '#frontend/features/panel/panel-address.ts'

export type PanelCommand = { name: string; to: PanelAddress }
type May = (permission: Permission) => boolean

const numbered = /^(producto|orden|cliente|cuenta)\s+(?:n[º°]?\s*)?(\d{1,12})$/
const dossiers = {
  producto: { kind: 'product', name: 'Producto', needs: 'catalogue:read' },
  orden: { kind: 'order', name: 'Orden', needs: 'orders:read' },
  cliente: { kind: 'user', name: 'Cliente', needs: 'accounts:read' },
  cuenta: { kind: 'user', name: 'Cliente', needs: 'accounts:read' },
} as const satisfies Record<string, { kind: DossierKind; name: string; needs: Permission }>
/** Searchable sections. */
const searches = [
  { tab: 'productos', title: 'Productos', needs: 'catalogue:read' },
  { tab: 'clientes', title: 'Clientes', needs: 'accounts:read' },
  { tab: 'ordenes', title: 'Órdenes de compra', needs: 'orders:read' },
  { tab: 'resenas', title: 'Reseñas', needs: 'reviews:read' },
] as const satisfies readonly { tab: string; title: string; needs: Permission }[]

/** Best match first: numbers, then matching section names, then searches. */
export function commandsFor(
  typed: string,
  sections: readonly { tab: string; title: string }[],
  may: May,
): PanelCommand[] {
  const text = typed.trim()
  const plain = withoutAccents(text)
  const named = sections.filter(({ title }) => withoutAccents(title).includes(plain))
  return [
    ...byNumber(plain, may),
    ...named.map(({ tab, title }) => ({ name: `Ir a ${title}`, to: { tab } })),
    ...(text === '' ? [] : searches.filter(({ needs }) => may(needs))).map(({ tab, title }) => ({
      name: `Buscar «${text}» en ${title}`,
      to: { tab, q: text },
    })),
  ]
}

function byNumber(text: string, may: May): PanelCommand[] {
  const [, word, digits] = numbered.exec(text) ?? []
  const id = Number(digits)
  if (!word || !(id > 0)) return []
  const { kind, name, needs } = dossiers[word as keyof typeof dossiers]
  return may(needs) ? [{ name: `${name} Nº ${id}`, to: { tab: tabOf[kind], dossier: `${kind}-${id}` } }] : []
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
