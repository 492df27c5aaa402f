// Runs a script of the project on any Node >= 20 with nothing installed: dependencies first, then the project's own Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultAddress, processEnvironment } from '#backend/config/process-environment.mjs'
import { checkPort } from '#scripts/start/check-port.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const stamp = join(modules, '.installed-for')
const neededMajor = 24
/** These serve the shop: a port that is taken is said before minutes of installing. */
const serving = new Set(['scripts/start.ts', 'scripts/dev.ts'])

/** Ends with one sentence on stderr. */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Ends with a sentence if the shop's port is taken. A HOST or PORT that cannot be read is for the script itself to refuse. */
async function ensureFreePort() {
  const { HOST: host = defaultAddress.host, PORT = defaultAddress.port } = processEnvironment()
  const port = Number(PORT)
  if (host === '' || !Number.isInteger(port) || port < 1 || port > 65_535) return
  await checkPort(host, port).catch((error) => fail(error.message))
}

function lockHash() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
}

/** Whether what npm says it installed is what the lock asks for; packages of other platforms may be absent. */
function isInstalledByNpm() {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || (present[path] ? present[path].version === entry.version : entry.optional === true),
  )
}

function ensureDependencies() {
  const hash = lockHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (!isInstalledByNpm()) {
    console.error('Instalando dependencias (solo la primera vez o cuando cambian)...')
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
    // npm prints its summary on stdout, which belongs to the script that was asked for.
    const stdio = ['ignore', 2, 2]
    const npm = spawnSync('npm', args, { cwd: root, stdio, shell: process.platform === 'win32' })
    if (npm.status !== 0) fail('No se pudieron instalar las dependencias: npm ci terminó con error.')
  }
  mkdirSync(modules, { recursive: true })
  writeFileSync(stamp, hash)
}

function majorOf(node) {
  const answer = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return answer.status === 0 ? Number(answer.stdout.slice(1).split('.')[0]) : 0
}

function projectNode() {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const system = process.platform === 'win32' ? 'win' : process.platform
  const packaged = join(modules, `node-${system}-${process.arch}`, 'bin', `node${suffix}`)
  if (existsSync(packaged) && majorOf(packaged) >= neededMajor) return packaged
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath
  return fail(`Hace falta Node ${neededMajor} o posterior: en esta máquina no hay un paquete de Node que sirva.`)
}

/** Our parent and, where the system tells, its parent: npm starts us through a shell that it does not wait for when it is killed. */
function starters() {
  const stat = `/proc/${process.ppid}/stat`
  const grandparent = existsSync(stat) ? readFileSync(stat, 'utf8').split(') ').at(-1)?.split(' ')[1] : undefined
  return `${process.ppid} ${grandparent}`
}

/**
 * Runs the script until it ends. It may stop in its own order: this process waits for it, passes on the signals that
 * reach only this one, and asks it to end when those who started us are gone.
 */
function run(node, args) {
  // What Node made of the sources is kept beside the packages: every later start takes half the time.
  // glibc otherwise keeps freed memory in an arena for each thread.
  const env = { NODE_COMPILE_CACHE: join(modules, '.cache', 'node'), MALLOC_ARENA_MAX: '2', ...processEnvironment() }
  const child = spawn(node, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const begin = starters()
  const watch = setInterval(() => {
    if (starters() === begin) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 500)
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`No se pudo ejecutar ${node}: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

const args = process.argv.slice(2)
if (args.length === 0) fail('Uso: node scripts/bootstrap.mjs [opciones de Node] GUION.ts [argumentos]')
if (serving.has(args.find((arg) => !arg.startsWith('-')))) await ensureFreePort()
ensureDependencies()
run(projectNode(), args)
