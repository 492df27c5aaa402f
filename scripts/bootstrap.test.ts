// The bootstrap on a project of its own: installs once, again when the lock changes, and hands over status and arguments.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const project = mkdtempSync(join(tmpdir(), 'gamertech-bootstrap-'))
afterAll(() => rmSync(project, { recursive: true }))
const stamp = join(project, 'node_modules/.installed-for')
const installing = 'Instalando dependencias'

const asModules = { type: 'module', imports: { '#backend/*': './backend/*', '#scripts/*': './scripts/*' } }

function writeProject(version: string): void {
  const head = { name: 'tried', version, ...asModules }
  writeFileSync(join(project, 'package.json'), JSON.stringify(head))
  const lock = {
    name: 'tried',
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'tried', version } },
  }
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock))
}

function bootstrap(...args: string[]) {
  return spawnSync(process.execPath, ['scripts/bootstrap.mjs', ...args], { cwd: project, encoding: 'utf8' })
}

for (const file of [
  'scripts/bootstrap.mjs',
  'scripts/start/check-port.mjs',
  'backend/config/process-environment.mjs',
]) {
  mkdirSync(join(project, dirname(file)), { recursive: true })
  cpSync(join(import.meta.dirname, '..', file), join(project, file))
}
writeFileSync(
  join(project, 'scripts/asked.ts'),
  'const words: string[] = process.argv.slice(2); console.log(words.join("+")); process.exitCode = words.length',
)

test('installs before the first run, not before the second, and again after the lock changed', () => {
  writeProject('1.0.0')
  const first = bootstrap('scripts/asked.ts', 'a', 'b')
  expect(first.stderr).toContain(installing)
  expect(first).toMatchObject({ status: 2, stdout: 'a+b\n' })
  const before = readFileSync(stamp, 'utf8')

  expect(bootstrap('scripts/asked.ts')).toMatchObject({ status: 0, stderr: '' })

  writeProject('1.0.1')
  expect(bootstrap('scripts/asked.ts', 'c')).toMatchObject({ status: 1, stdout: 'c\n' })
  expect(readFileSync(stamp, 'utf8')).not.toBe(before)
}, 60_000)

test('what serves comes without the packages of tests, which join it later and leave in place what is there', () => {
  const wanted = {
    name: 'tried',
    version: '1.1.0',
    dependencies: { serves: 'file:serves' },
    devDependencies: { tests: 'file:tests' },
  }
  const link = (name: string) => ({ resolved: name, link: true })
  const packages = {
    '': wanted,
    serves: { version: '1.0.0' },
    tests: { version: '1.0.0', dev: true },
    'node_modules/serves': link('serves'),
    'node_modules/tests': { ...link('tests'), dev: true },
  }
  for (const name of ['serves', 'tests']) {
    mkdirSync(join(project, name), { recursive: true })
    writeFileSync(join(project, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ ...wanted, ...asModules }))
  writeFileSync(
    join(project, 'package-lock.json'),
    JSON.stringify({ name: 'tried', version: '1.1.0', lockfileVersion: 3, packages }),
  )
  writeFileSync(join(project, 'scripts/build-frontend.ts'), '')
  const isThere = (path: string) => existsSync(join(project, 'node_modules', path))

  expect(bootstrap('scripts/build-frontend.ts').status).toBe(0)
  expect([isThere('serves'), isThere('tests')]).toEqual([true, false])
  expect(bootstrap('scripts/build-frontend.ts').stderr).toBe('')

  mkdirSync(join(project, 'node_modules/.cache/of-a-running-shop'), { recursive: true })
  expect(bootstrap('scripts/asked.ts').stderr).toContain(installing)
  expect([isThere('serves'), isThere('tests'), isThere('.cache/of-a-running-shop')]).toEqual([true, true, true])
  expect(bootstrap('scripts/build-frontend.ts').stderr).toBe('')
}, 60_000)

test('a port in use is said before anything is installed', async () => {
  writeProject('1.0.2')
  const before = readFileSync(stamp, 'utf8')
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const args = [`PORT=${port}`, process.execPath, 'scripts/bootstrap.mjs', 'scripts/start.ts']
  const run = spawnSync('env', args, { cwd: project, encoding: 'utf8' })
  expect(run).toMatchObject({ status: 1, stdout: '' })
  expect(run.stderr).toBe(`El puerto ${port} ya está en uso: hay que cerrar el otro programa o cambiar PORT.\n`)
  expect(readFileSync(stamp, 'utf8')).toBe(before)
  server.close()
})

test('a lock that cannot be installed ends with one sentence and runs nothing', () => {
  writeProject('2.0.0')
  rmSync(join(project, 'node_modules'), { recursive: true, force: true })
  const needs = { name: 'tried', version: '2.0.0', ...asModules, dependencies: { 'not-in-the-lock': '1.0.0' } }
  writeFileSync(join(project, 'package.json'), JSON.stringify(needs))
  const run = bootstrap('scripts/asked.ts', 'a')
  expect(run).toMatchObject({ status: 1, stdout: '' })
  expect(run.stderr.trim().split('\n').at(-1)).toBe(
    'No se pudieron instalar las dependencias: npm ci terminó con error.',
  )
  expect(existsSync(stamp)).toBe(false)
}, 60_000)
