// For tests: the shop as `npm start` runs it, in a process tree of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { processEnvironment } from '#backend/config/process-environment.mjs'

/** Services that are set and never called: in these shops nobody pays or signs in by Google. */
const services = {
  MERCADOPAGO_ACCESS_TOKEN: 'TEST-1234-010203-0123456789abcdef-445566',
  MERCADOPAGO_PUBLIC_KEY: 'TEST-public-key',
  MERCADOPAGO_WEBHOOK_SECRET: 'a-long-webhook-secret',
  OIDC_CLIENT_ID: 'shop',
  OIDC_CLIENT_SECRET: 'oidc-secret',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'hola@tienda.example',
}
/** The environment of a shop that starts its local fakes. */
export const withoutServices = Object.fromEntries(Object.keys(services).map((name) => [name, undefined]))
const running = new Set<ChildProcess>()
// Whoever started them may be told to end at any moment.
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

/** Ends what is still running; to be called after each test. */
export async function stopStarted(): Promise<void> {
  for (const child of running) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

interface Start {
  readonly child: ChildProcess
  readonly ended: Promise<{ status: number | null; stdout: string; stderr: string }>
  /** What was printed when the shop was up. */
  readonly up: Promise<string>
}

const sources = join(import.meta.dirname, '../..')

/**
 * Runs `scripts/start.ts` with this environment and no other, without demo data and with services unless `values` says otherwise. folder: of
 * other sources than these.
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
