// The demo's admin and staff: well-known passwords on this machine only, generated ones elsewhere.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { secretInFile } from '#backend/config/secret-file.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { Accounts } from '#backend/identity/accounts.ts'
import { admin, staff } from './demo-plan.ts'

type Place = { isPublic: boolean; dataDir: string }
export type Trusted = typeof admin | (typeof staff)[number]

const trusted: readonly Trusted[] = [admin, ...staff]

const fileOf = ({ email }: Trusted, dataDir: string) =>
  join(dataDir, `demo-${email.slice(0, email.indexOf('@'))}.password`)

/** Password for a new account; on a public address, generated into DATA_DIR. */
export function newPassword(account: Trusted, { isPublic, dataDir }: Place): string {
  return isPublic ? secretInFile(fileOf(account, dataDir)) : account.password
}

export function trustedSignIns(dataDir: string): string[] {
  return trusted.map((account) => {
    const file = fileOf(account, dataDir)
    return `${account.email} / ${existsSync(file) ? `la contraseña está en ${file}` : account.password}`
  })
}

/** Throws a sentence if an account, even a suspended one, has a well-known password. */
export async function refuseKnownAccounts(accounts: Accounts): Promise<void> {
  for (const { email, password } of trusted) {
    if ((await accounts.idOf(email)) === undefined) continue
    const outcome = await accounts.verify(email, password).catch((error: unknown) => {
      if (error instanceof Rejection) return error.code
      throw error
    })
    if (outcome === 'wrong_credentials') continue
    throw new Error(
      `La tienda no arranca en una dirección pública, porque su base de datos tiene la cuenta ${email} con la contraseña conocida de la demostración.`,
    )
  }
}
