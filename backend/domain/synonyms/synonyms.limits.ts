// What a list of synonyms may be: one truth for the API and for the page, so it imports nothing.

/** The most lines, and the most characters of one. */
export const synonymsLimits = { lines: 200, line: 300 }

/** 'gpu,  placa de video,' -> 'gpu, placa de video'. */
export function tidyLine(line: string): string {
  return namesOf(line).join(', ')
}

/** The names of one meaning. */
export function namesOf(line: string): string[] {
  return line
    .split(',')
    .map((name) => name.trim().replace(/\s+/g, ' '))
    .filter((name) => name !== '')
}

/** Of the only stream. */
export const synonymsId = 1
