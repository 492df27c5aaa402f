// HAProxy with deploy/haproxy's configuration, where Debian's package is installed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const program = '/usr/sbin/haproxy'
const folder = join(import.meta.dirname, '../../deploy/haproxy')
const startMs = 10_000

export function hasHaproxy(): Promise<boolean> {
  return access(program).then(
    () => true,
    () => false,
  )
}

/**
 * Listens on `bind` (host:port); other values fill the file's environment. Rejects with HAProxy's output if it
 * doesn't start.
 */
export async function startHaproxy(
  files: readonly string[],
  env: Readonly<Record<string, string>>,
  bind: string,
): Promise<{ stop(): Promise<void> }> {
  const args = ['-db', ...files.flatMap((file) => ['-f', join(folder, file)])]
  const child = spawn(program, args, {
    env: { PATH: '/usr/sbin:/usr/bin', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let words = ''
  child.stderr.on('data', (chunk) => {
    words = (words + String(chunk)).slice(-2000)
  })
  const ended = once(child, 'exit')
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  for (const since = performance.now(); !(await listens(bind)); await sleep(20))
    if (child.exitCode !== null || performance.now() - since > startMs) {
      endWithUs()
      throw new Error(`HAProxy did not start: ${words}`)
    }
  return {
    async stop() {
      process.off('exit', endWithUs)
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function listens(bind: string): Promise<boolean> {
  const [host, port] = bind.split(':')
  const socket = connect({ host: host as string, port: Number(port) })
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  socket.destroy()
  return isOpen
}
