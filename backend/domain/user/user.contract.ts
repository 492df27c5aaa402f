// What may come over the wire about accounts.
import { z } from 'zod'

const wrongEmail = '¡Debes seleccionar un mail valido!'
const email = z
  .string(wrongEmail)
  .trim()
  .max(254)
  .regex(/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u, wrongEmail)
const password = z.string('¡Debes seleccionar una contraseña!').min(1, '¡Debes seleccionar una contraseña!').max(128)

export const registration = z.object({
  name: z
    .string('¡Debes poner tu nombre!.')
    .trim()
    .min(1, '¡Debes poner tu nombre!.')
    .max(200)
    .regex(/^[\p{L}\p{M} ]+$/u, '¡Solo letras y espacios!'),
  email,
  password,
  isActive: z.boolean().optional(),
  isAdmin: z.boolean().optional(),
})

export const signIn = z.object({ email, password })
