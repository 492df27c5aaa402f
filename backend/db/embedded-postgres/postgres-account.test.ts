// Root's server in a folder that its account cannot enter.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { spawnAs } from '#backend/db/embedded-postgres/postgres-account.ts'

test('without setpriv a closed folder is told in a sentence that says what to do', async () => {
  const closed = await mkdtemp(join(tmpdir(), 'gamertech-closed-'))
  await chmod(closed, 0o700)
  onTestFinished(() => rm(closed, { recursive: true }))
  vi.stubEnv('PATH', closed)
  onTestFinished(() => void vi.unstubAllEnvs())
  const nobody = { uid: 65_534, gid: 65_534 }
  const started = spawnAs(nobody, process.execPath, ['--version'], { dataDir: join(closed, 'data'), stdio: 'ignore' })
  await expect(started).rejects.toThrow(/no puede entrar en .*instalar setpriv \(paquete util-linux\)/)
})
