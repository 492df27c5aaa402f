// What a registration may hold and how long a session lasts: one truth for the API and for the form, so it imports nothing.

/** Each text field: its most characters, what it must look like, and the sentence for one that is empty or looks otherwise. */
export const registrationFields = {
  name: {
    max: 200,
    pattern: /^[\p{L}\p{M} ]+$/u,
    missing: '¡Debes poner tu nombre!.',
    wrong: '¡Solo letras y espacios!',
  },
  email: {
    max: 254,
    /** One mailbox of the commonest form, which every mail server can be told: nothing in it can name another one, or end a header. */
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

export type RegistrationField = keyof typeof registrationFields
export type Registration = Record<RegistrationField, string>

/** What is wrong with each field, in the words of the screen; a field that is fine is absent. A name and an e-mail may stand between spaces. */
export function registrationProblems({ name, email, password }: Registration): Partial<Registration> {
  const problems: Partial<Registration> = {}
  const texts = { name: name.trim(), email: email.trim(), password }
  for (const field of ['name', 'email', 'password'] as const) {
    const problem = fieldProblem(field, texts[field])
    if (problem) problems[field] = problem
  }
  return problems
}

/** What is wrong with one field, given without spaces around it; a password that is too common only the API knows. */
export function fieldProblem(field: RegistrationField, text: string): string | undefined {
  const { pattern, missing, wrong } = registrationFields[field]
  if (text === '') return missing
  return pattern.test(text) ? undefined : wrong
}

/** Under a field for a new password. */
export const passwordHint = 'Al menos 8 caracteres, y ninguna de las que todos usan.'

/** How long a link sets a new password, from the moment its mail is sent. */
export const resetMinutes = 30

/** From the sign-in; calls in between do not lengthen it. */
export const sessionMinutes = 30

/** Wrong super-admin keys after which an admin changes no role any more. */
export const roleKeyAttempts = 3

/** What confirms an erasure for an account that has no password. */
export const erasureWord = 'BORRAR'

/** What the API says of a change that was made; the page reads the account anew only when it hears this. */
export const userModified = 'Usuario modificado!'

/** Why accounts are suspended most often; whoever suspends one may write something else. */
export const banReasons = [
  'Pagos con tarjetas ajenas',
  'Insultos o amenazas',
  'Publicidad en las reseñas',
  'Compras que nunca paga',
  'Cuenta repetida',
] as const
/** In characters. */
export const banLimits = { reason: 500, note: 1000 } as const
