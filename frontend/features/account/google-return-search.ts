export type GoogleReturn = { code?: string; state?: string; error?: string }

export const readGoogleReturn = (raw: Record<string, unknown>): GoogleReturn =>
  Object.fromEntries(
    ['code', 'state', 'error'].flatMap((name) =>
      typeof raw[name] === 'string' && raw[name] !== '' ? [[name, raw[name]]] : [],
    ),
  )
