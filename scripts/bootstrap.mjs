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
/** A package of its own, so that only machines with an older Node download one. */
const ownNode = join(root, 'scripts/node24')
const neededMajor = 24
/** These serve the shop: the script says that a port is taken before minutes of installing. */
const serving = new Set(['scripts/start.ts', 'scripts/dev.ts'])
/** These need what serves and builds the shop; every other script needs the packages of tests and checks too. */
const withoutTests = new Set([...serving, 'scripts/build-frontend.ts', 'scripts/check-export.ts', 'backend/ops/ops.ts'])

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

/** Whether npm's record names every package of the lock; those of other platforms may be absent, those of tests too unless `all`. */
function isInstalledByNpm(all) {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  const mayMiss = ({ optional, dev, devOptional }) => optional || (!all && (dev || devOptional))
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || (present[path] ? present[path].version === entry.version : mayMiss(entry)),
  )
}

/** Runs npm in `folder`, silently but for errors; what it prints on stdout would mix with the output of the script. */
async function npm(folder, args) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--include=optional']
  const child = spawn('npm', [...args, ...quiet], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  const code = await new Promise((resolve) => child.on('error', resolve).on('close', resolve))
  if (code !== 0) fail(`No se pudieron instalar las dependencias: npm ${args[0]} terminó con error.`)
}

/** Installs what the script needs. What serves stays in place when the packages of tests join it: a shop may be running on it. */
async function ensureDependencies(all) {
  const hash = lockHash()
  const stamped = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (stamped === `${hash} all` || (!all && stamped === hash)) return
  if (!isInstalledByNpm(all)) {
    console.error('Instalando dependencias (solo la primera vez o cuando cambian)...')
    if (!all) await npm(root, ['ci', '--omit=dev'])
    else if (stamped === hash) await npm(root, ['install', '--no-save', '--include=dev'])
    else await npm(root, ['ci', '--include=dev'])
  }
  mkdirSync(modules, { recursive: true })
  writeFileSync(stamp, all ? `${hash} all` : hash)
}

function majorOf(node) {
  const answer = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return answer.status === 0 ? Number(answer.stdout.slice(1).split('.')[0]) : 0
}

/** The Node that runs the project: the one that runs this script if it is new enough, else one that npm brings. */
async function ensureNode() {
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const system = process.platform === 'win32' ? 'win' : process.platform
  const packaged = join(ownNode, 'node_modules', `node-${system}-${process.arch}`, 'bin', `node${suffix}`)
  if (!existsSync(packaged)) await npm(ownNode, ['ci'])
  if (existsSync(packaged) && majorOf(packaged) >= neededMajor) return packaged
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
  // Node caches compiled sources beside the packages, so that every later start takes half the time.
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
const script = args.find((argument) => !argument.startsWith('-')) ?? ''
if (serving.has(script)) await ensureFreePort()
const [node] = await Promise.all([ensureNode(), ensureDependencies(!withoutTests.has(script))])
run(node, args)
