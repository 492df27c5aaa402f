export const registrationFields = {
  name: {
    max: 200,
    pattern: /^[\p{L}\p{M} ]+$/u,
    missing: '¡Debes poner tu nombre!.',
    wrong: '¡Solo letras y espacios!',
  },
  email: {
    max: 254,
    /** Accepts a single plain mailbox: the address can't name a second one or inject a header. */
    pattern:
      /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i,
    missing: '¡Debes seleccionar un mail valido!',
    wrong: '¡Debes seleccionar un mail valido!',
  },
  password: {
    max: 128,
    pattern: /^.{8,}$/su,
    missing: '¡Debes seleccionar una contraseña!',
    wrong: 'Usá al menos 8 caracteres.',
  },
} as const

export const unknownPerson = 'Usuario desconocido'

export type RegistrationField = keyof typeof registrationFields
export type Registration = Record<RegistrationField, string>

/** Ignores spaces around name and e-mail. */
export function registrationProblems({ name, email, password }: Registration): Partial<Registration> {
  const problems: Partial<Registration> = {}
  const texts = { name: name.trim(), email: email.trim(), password }
  for (const field of ['name', 'email', 'password'] as const) {
    const problem = fieldProblem(field, texts[field])
    if (problem) problems[field] = problem
  }
  return problems
}

/** Expects trimmed text; only the API knows common passwords. */
export function fieldProblem(field: RegistrationField, text: string): string | undefined {
  const { pattern, missing, wrong } = registrationFields[field]
  if (text === '') return missing
  return pattern.test(text) ? undefined : wrong
}

export const passwordHint = 'Al menos 8 caracteres, y ninguna de las que todos usan.'

/** Counts from the mail's sending. */
export const resetMinutes = 30

/** Counts from the sign-in; calls don't extend it. */
export const sessionMinutes = 30

/** Wrong keys after which an admin can change no roles. */
export const roleKeyAttempts = 3

export const erasureWord = 'BORRAR'

/** The page refetches the account only on this exact answer. */
export const userModified = 'Usuario modificado!'

export const banReasons = [
  'Pagos con tarjetas ajenas',
  'Insultos o amenazas',
  'Publicidad en las reseñas',
  'Compras que nunca paga',
  'Cuenta repetida',
] as const
export const banLimits = { reason: 500, note: 1000 } as const
