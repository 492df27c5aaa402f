// A network per node, joined by a bridge, so that cutting works like a switch. Linux, as root.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'

export const nodes = [1, 2, 3]
const run = promisify(execFile)
const bridge = 'gamertech-drill'
/** Balancer and shops live on the bridge. */
export const gateway = '10.77.7.254'

const ip = (...args: string[]) => run('/usr/sbin/ip', args)

export function addressOf(nth: number): string {
  return `10.77.7.${nth}`
}

const nameOf = (nth: number) => `gamertech-drill-${nth}`
const linkOf = (nth: number) => `gtdrill${nth}`

/** Creates bridge and networks; first removes leftovers of a killed drill. */
export async function openNetwork(): Promise<void> {
  await closeNetwork()
  await ip('link', 'add', bridge, 'type', 'bridge')
  await ip('addr', 'add', `${gateway}/24`, 'dev', bridge)
  await ip('link', 'set', bridge, 'up')
  for (const nth of nodes) {
    const [name, link] = [nameOf(nth), linkOf(nth)]
    await ip('netns', 'add', name)
    await ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    await ip('link', 'set', link, 'master', bridge, 'up')
    await ip('-n', name, 'addr', 'add', `${addressOf(nth)}/24`, 'dev', 'eth0')
    await ip('-n', name, 'link', 'set', 'eth0', 'up')
    await ip('-n', name, 'link', 'set', 'lo', 'up')
  }
}

export async function closeNetwork(): Promise<void> {
  for (const nth of nodes) {
    await killAll(nth).catch(() => undefined)
    await ip('netns', 'del', nameOf(nth)).catch(() => undefined)
    await ip('link', 'del', linkOf(nth)).catch(() => undefined)
  }
  await ip('link', 'del', bridge).catch(() => undefined)
}

export function spawnIn(
  nth: number,
  command: readonly string[],
  env: Record<string, string>,
  log: number,
): ChildProcess {
  const account = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--no-new-privs']
  return spawn('/usr/sbin/ip', ['netns', 'exec', nameOf(nth), ...account, ...command], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/tmp', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
    detached: true,
  })
}

export async function processesOf(nth: number): Promise<number[]> {
  const { stdout } = await ip('netns', 'pids', nameOf(nth))
  return stdout.split('\n').filter(Boolean).map(Number)
}

/** Kills everything on the node at once, like a power failure. */
export async function killAll(nth: number): Promise<void> {
  for (const pid of await processesOf(nth)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended together with another process.
    }
  }
}

/** Isolates a node from the others; balancer and shops still reach it. */
export async function cutOff(nth: number): Promise<void> {
  for (const other of nodes)
    if (other !== nth) await ip('-n', nameOf(nth), 'route', 'add', 'blackhole', `${addressOf(other)}/32`)
}

export async function heal(nth: number): Promise<void> {
  for (const other of nodes)
    if (other !== nth)
      await ip('-n', nameOf(nth), 'route', 'del', 'blackhole', `${addressOf(other)}/32`).catch(() => undefined)
}
