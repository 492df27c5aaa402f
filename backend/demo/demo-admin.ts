// The demo's admin: with a password that everybody knows on this machine only, and with one of its own elsewhere.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { secretInFile } from '#backend/config/secret-file.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { Accounts } from '#backend/identity/accounts.ts'
import { admin } from './demo-plan.ts'

type Place = { isPublic: boolean; dataDir: string }

const fileIn = (dataDir: string) => join(dataDir, 'demo-admin.password')

/** The password for a demo admin that is about to be made: on a public address one that is generated into DATA_DIR. */
export function newAdminPassword({ isPublic, dataDir }: Place): string {
  return isPublic ? secretInFile(fileIn(dataDir)) : admin.password
}

/** How the demo admin signs in, for whom the shop's start is printed; the file stands for the password in it. */
export function adminSignIn(dataDir: string): string {
  const file = fileIn(dataDir)
  return existsSync(file) ? `${admin.email} / la contraseña está en ${file}` : `${admin.email} / ${admin.password}`
}

/** Throws a sentence if the demo admin is among the accounts with the password that everybody knows, even suspended. */
export async function refuseKnownAdmin(accounts: Accounts): Promise<void> {
  const outcome = await accounts.verify(admin.email, admin.password).catch((error: unknown) => {
    if (error instanceof Rejection) return error.code
    throw error
  })
  if (outcome === 'wrong_credentials') return
  throw new Error(
    `La tienda no arranca en una dirección pública, porque su base de datos tiene la cuenta ${admin.email} con la contraseña conocida de la demostración.`,
  )
}
