// What the words of an error take from its status and its numbers.

const minute = 60

/** A sentence with what the error tells put where it says so: `{attemptsLeft}`, and `{wait}` for the seconds of `retryAfter`. */
export function filledIn(sentence: string, { attemptsLeft, retryAfter }: Readonly<Record<string, unknown>>): string {
  const minutes = Math.ceil(Number(retryAfter) / minute)
  return sentence
    .replace('{attemptsLeft}', String(attemptsLeft))
    .replace('{wait}', minutes === 1 ? '1 minuto' : `${minutes} minutos`)
}

export const titleOf = {
  400: 'Pedido incorrecto',
  401: 'Falta iniciar sesión',
  403: 'No permitido',
  404: 'No encontrado',
  405: 'Método no permitido',
  409: 'Conflicto',
  413: 'Demasiado grande',
  415: 'Formato no admitido',
  422: 'No se puede procesar',
  429: 'Demasiados intentos',
  500: 'Error inesperado',
  503: 'No disponible',
} as const
export type ProblemStatus = keyof typeof titleOf
