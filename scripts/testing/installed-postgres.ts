// Finds Debian's PostgreSQL in another version than the packaged one.
import { access } from 'node:fs/promises'
import type { PostgresPrograms } from '#backend/db/embedded-postgres/postgres-process.ts'

/** Debian's package name. */
export function debianPackage(version: number): string {
  return `postgresql-${version}`
}

export function programFolder(version: number): string {
  return `/usr/lib/postgresql/${version}/bin`
}

/** Undefined if not installed. */
export async function installedPostgres(version: number): Promise<PostgresPrograms | undefined> {
  const folder = programFolder(version)
  const [initdb, postgres] = [`${folder}/initdb`, `${folder}/postgres`]
  const isInstalled = await Promise.all([access(initdb), access(postgres)]).then(
    () => true,
    () => false,
  )
  return isInstalled ? { initdb, postgres, hasOwnLocale: version >= 17 } : undefined
}
