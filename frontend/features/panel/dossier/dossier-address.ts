// Which dossier the panel's address names.

/** The section to which each kind of dossier belongs. */
export const tabOf = { order: 'ordenes', product: 'productos', user: 'clientes' } as const
export type DossierKind = keyof typeof tabOf

const pattern = /^(order|product|user)-([1-9]\d{0,14})$/

/** `order-9` as its parts; undefined if it names no dossier. */
export function readDossier(text: unknown): { kind: DossierKind; id: number } | undefined {
  const [, kind, id] = typeof text === 'string' ? (pattern.exec(text) ?? []) : []
  return kind && id ? { kind: kind as DossierKind, id: Number(id) } : undefined
}
