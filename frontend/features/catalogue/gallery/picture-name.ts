/** Accessible name: the picture's own text, else the product's name. `index` counts from 0. */
export function pictureName(name: string, alt: string, index: number): string {
  if (alt !== '') return alt
  return index === 0 ? name : `${name}, imagen ${index + 1}`
}
