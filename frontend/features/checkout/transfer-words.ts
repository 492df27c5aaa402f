/** `3 días`, or `36 horas` where days do not fit. */
export function holdText(hours: number): string {
  if (hours % 24 > 0) return `${hours} horas`
  return hours === 24 ? '1 día' : `${hours / 24} días`
}
