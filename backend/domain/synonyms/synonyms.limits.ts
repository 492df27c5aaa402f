export const synonymsLimits = { lines: 200, line: 300 }

/** 'gpu,  placa de video,' gives 'gpu, placa de video'. */
export function tidyLine(line: string): string {
  return namesOf(line).join(', ')
}

export function namesOf(line: string): string[] {
  return line
    .split(',')
    .map((name) => name.trim().replace(/\s+/g, ' '))
    .filter((name) => name !== '')
}
