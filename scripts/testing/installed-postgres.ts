// For tests: a PostgreSQL of another version than the packaged one, where Debian's package of it is installed.
import { access } from 'node:fs/promises'
import type { PostgresPrograms } from '#backend/db/embedded-postgres/postgres-process.ts'

/** What `apt-get install` calls the server of a major version. */
export function debianPackage(version: number): string {
  return `postgresql-${version}`
}

/** The folder of a version's programs, installed or not. */
export function programFolder(version: number): string {
  return `/usr/lib/postgresql/${version}/bin`
}

/** The programs of a major version; undefined where it is not installed. */
export async function installedPostgres(version: number): Promise<PostgresPrograms | undefined> {
  const folder = programFolder(version)
  const [initdb, postgres] = [`${folder}/initdb`, `${folder}/postgres`]
  const isInstalled = await Promise.all([access(initdb), access(postgres)]).then(
    () => true,
    () => false,
  )
  return isInstalled ? { initdb, postgres, hasOwnLocale: version >= 17 } : undefined
}
