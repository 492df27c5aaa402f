/** Keys appear in the address; titles are the specification's. */
export const profileSections = {
  datos: 'Informacion del usuario',
  acceso: 'Ajustes de acceso y seguridad',
  compras: 'Mis compras',
  otros: 'Otros ajustes',
} as const
export type ProfileSection = keyof typeof profileSections

export type ProfileSearch = { seccion?: ProfileSection }

/** The address doesn't name the first section, nor an unknown one. */
export function readProfileSearch({ seccion }: Record<string, unknown>): ProfileSearch {
  const isOther = typeof seccion === 'string' && seccion !== 'datos' && Object.hasOwn(profileSections, seccion)
  return isOther ? { seccion: seccion as ProfileSection } : {}
}
