// The rules of the registration form, in the shop's words. Pure.
export type RegisterFields = { name: string; email: string; password: string }
export type FieldErrors = Partial<Record<keyof RegisterFields, string>>

/** What is wrong with each field; a field that is fine is absent. */
export function registerErrors({ name, email, password }: RegisterFields): FieldErrors {
  const errors: FieldErrors = {}
  if (name.trim() === '') errors.name = '¡Debes poner tu nombre!.'
  else if (!/^[\p{L}\p{M} ]+$/u.test(name)) errors.name = '¡Solo letras y espacios!'
  if (email.trim() === '') errors.email = '¡Debes seleccionar un mail valido!'
  if (password === '') errors.password = '¡Debes seleccionar una contraseña!'
  return errors
}
