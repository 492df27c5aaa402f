// What may come over the wire about accounts.
import { z } from 'zod'

const email = z
  .string()
  .trim()
  .min(3)
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/)
const password = z.string().min(1).max(128)

export const registration = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[\p{L}\p{M} ]+$/u),
  email,
  password,
  isActive: z.boolean().optional(),
  isAdmin: z.boolean().optional(),
})

export const signIn = z.object({ email, password })
