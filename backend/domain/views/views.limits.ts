export const viewLimits = { views: 20, name: 40 } as const
/** Saved parts of the address: filter and order, not the page or opened items. */
export const viewParts = ['q', 'state', 'sort', 'actor', 'kind', 'entity', 'from', 'to'] as const
export type ViewPart = (typeof viewParts)[number]
export type PanelView = { name: string; tab: string } & { [Part in ViewPart]?: string | undefined }
export function isSameName(one: string, other: string): boolean {
  return one.trim().toLocaleLowerCase('es') === other.trim().toLocaleLowerCase('es')
}
