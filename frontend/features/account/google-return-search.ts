// What the address of /login/google may say.

/** What the provider adds to the address: a code, or why there is none. */
export type GoogleReturn = { code?: string; state?: string; error?: string }

/** Reads the address of /login/google. */
export const readGoogleReturn = (raw: Record<string, unknown>): GoogleReturn =>
  Object.fromEntries(
    ['code', 'state', 'error'].flatMap((name) =>
      typeof raw[name] === 'string' && raw[name] !== '' ? [[name, raw[name]]] : [],
    ),
  )
