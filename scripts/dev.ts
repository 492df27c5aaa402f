// Development: restarts the shop on backend changes, updates the open browser on page changes.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { configFromEnvironment, environmentWith } from '#backend/config/config.ts'
import { live } from '#scripts/start/stop-order.ts'

const root = join(import.meta.dirname, '..')
const pagesPort = 5173
const pagesUrl = `http://localhost:${pagesPort}`

function startBackend(): { ended: Promise<void>; stop(): Promise<void> } {
  const args = ['--watch', '--watch-preserve-output', 'scripts/start.ts', '--without-pages']
  const env = environmentWith({ PUBLIC_URL: pagesUrl })
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  const ended = new Promise<void>((resolve, reject) => child.once('error', reject).once('exit', () => resolve()))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { ended, stop }
}

async function startPages(apiPort: number): Promise<() => Promise<void>> {
  const target = `http://127.0.0.1:${apiPort}`
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    server: { host: 'localhost', port: pagesPort, strictPort: true, proxy: { '^/(api|avatar)/': { target } } },
  })
  await vite.listen()
  vite.printUrls()
  return () => vite.close()
}

await live(async (parts, signal) => {
  const config = configFromEnvironment()
  parts.add('Las páginas', await startPages(config.port))
  const backend = startBackend()
  parts.add('El servidor', backend.stop)
  const asked = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  await Promise.race([backend.ended.then(() => Promise.reject(new Error('El servidor terminó.'))), asked])
})
