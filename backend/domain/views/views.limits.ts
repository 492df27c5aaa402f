// What a kept view of the panel may hold: one truth for the API and for the page, so it imports nothing.

/** How many somebody may keep, and the characters of a name. */
export const viewLimits = { views: 20, name: 40 } as const
/** The parts of the panel's address that a view keeps: which rows, in which order; not the page, nor what is opened. */
export const viewParts = ['q', 'state', 'sort', 'actor', 'kind', 'entity', 'from', 'to'] as const
export type ViewPart = (typeof viewParts)[number]
export type PanelView = { name: string; tab: string } & { [Part in ViewPart]?: string | undefined }
/** Whether two names are taken for the same. */
export function isSameName(one: string, other: string): boolean {
  return one.trim().toLocaleLowerCase('es') === other.trim().toLocaleLowerCase('es')
}
