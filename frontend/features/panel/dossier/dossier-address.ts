export const tabOf = { order: 'ordenes', product: 'productos', user: 'clientes' } as const
export type DossierKind = keyof typeof tabOf

export const dossierPattern = /^(order|product|user)-([1-9]\d{0,14})$/

export function readDossier(text: unknown): { kind: DossierKind; id: number } | undefined {
  const [, kind, id] = typeof text === 'string' ? (dossierPattern.exec(text) ?? []) : []
  return kind && id ? { kind: kind as DossierKind, id: Number(id) } : undefined
}
