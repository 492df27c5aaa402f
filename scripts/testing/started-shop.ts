// The shop as run by `npm start`, in a process tree of its own, for tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { processEnvironment } from '#backend/config/process-environment.mjs'

/** Configured services that are never called. */
const services = {
  MERCADOPAGO_ACCESS_TOKEN: 'TEST-1234-010203-0123456789abcdef-445566',
  MERCADOPAGO_PUBLIC_KEY: 'TEST-public-key',
  MERCADOPAGO_WEBHOOK_SECRET: 'a-long-webhook-secret',
  OIDC_CLIENT_ID: 'shop',
  OIDC_CLIENT_SECRET: 'oidc-secret',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'hola@tienda.example',
}
/** Makes the shop start its local fakes. */
export const withoutServices = Object.fromEntries(Object.keys(services).map((name) => [name, undefined]))
const running = new Set<ChildProcess>()
// The shop may have to end at any moment.
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

/** Call after each test: ends what still runs. */
export async function stopStarted(): Promise<void> {
  for (const child of running) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

interface Start {
  readonly child: ChildProcess
  readonly ended: Promise<{ status: number | null; stdout: string; stderr: string }>
  /** Output of a start. */
  readonly up: Promise<string>
}

const sources = join(import.meta.dirname, '../..')

/**
 * Runs `scripts/start.ts` with only this environment, without demo data and with services unless `values` differ.
 * `folder`: of other sources.
 */
export function start(values: Record<string, string | undefined>, folder = sources): Start {
  const compiled = { NODE_COMPILE_CACHE: processEnvironment().NODE_COMPILE_CACHE }
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', ...compiled, DEMO: '0', ...services, ...values }
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: folder, env })
  running.add(child)
  let [stdout, stderr] = ['', '']
  const ended = once(child, 'close').then(([status]) => {
    running.delete(child)
    return { status, stdout, stderr }
  })
  const up = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk)
      if (stdout.includes('Ctrl-C')) resolve(stdout)
    })
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk)
    })
    ended.then(() => reject(new Error(`the shop ended: ${stderr}`)), reject)
  })
  up.catch(() => undefined)
  return { child, ended, up }
}
