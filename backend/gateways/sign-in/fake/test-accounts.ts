/** `subject`: the provider's permanent id of the person. */
export interface TestAccount {
  readonly subject: string
  readonly name: string
  readonly email: string
  readonly isEmailVerified: boolean
}

/** A newcomer, an account whose e-mail a demo account already uses, and one that the shop must refuse. */
export const testAccounts: readonly TestAccount[] = [
  { subject: '1001', name: 'Sofía Prueba', email: 'sofia.prueba@gmail.test', isEmailVerified: true },
  { subject: '1002', name: 'Compradora Demo', email: 'comprador@gamertech.test', isEmailVerified: true },
  { subject: '1003', name: 'Nico Sin Verificar', email: 'nico.prueba@gmail.test', isEmailVerified: false },
]
