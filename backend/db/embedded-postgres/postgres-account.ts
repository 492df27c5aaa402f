// PostgreSQL refuses to run as root, so root hands its processes to an ordinary account.
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

export interface Account {
  readonly uid: number
  readonly gid: number
}

const accountNames = ['postgres', 'nobody']

async function accountNamed(name: string): Promise<Account | undefined> {
  const passwd = await readFile('/etc/passwd', 'utf8')
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find((line) => line[0] === name)
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : undefined
}

/**
 * The account that owns or will own `dataDir`; undefined if this process is not root. An existing folder's owner
 * wins, so a database older than the `postgres` account keeps working.
 */
export async function accountFor(dataDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(dataDir).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of accountNames) {
    const account = await accountNamed(name)
    if (account) return account
  }
  throw new Error(`PostgreSQL no corre como root y no existe ninguna de las cuentas ${accountNames.join(', ')}.`)
}

export async function ownFolder(dataDir: string, account: Account | undefined): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (account) await chown(dataDir, account.uid, account.gid)
}

async function canEnter(path: string, account: Account): Promise<boolean> {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const { mode, uid } = await stat(folder)
    if (!(mode & 0o001) && !(uid === account.uid && mode & 0o100)) return false
    if (folder === dirname(folder)) return true
  }
}

/**
 * Starts `command` as the account in its own session, so that Ctrl-C doesn't reach it before the shop's ordered stop.
 * If a parent folder is closed to the account (say /root, mode 700), setpriv passes on root's right to walk through,
 * rather than opening the folder. no_setuid_fixup is needed because initdb uses access(), which ignores that right
 * otherwise.
 */
export async function spawnAs(
  account: Account | undefined,
  command: string,
  args: string[],
  options: { dataDir: string; stdio: StdioOptions },
): Promise<ChildProcess> {
  const common = { stdio: options.stdio, detached: true, cwd: '/' } as const
  if (!account) return spawn(command, args, common)
  if ((await canEnter(command, account)) && (await canEnter(options.dataDir, account))) {
    return spawn(command, args, { ...common, ...account })
  }
  const right = '+dac_override'
  const identity = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
  const rights = ['--securebits=+no_setuid_fixup', `--inh-caps=${right}`, `--ambient-caps=${right}`]
  const child = spawn('setpriv', [...identity, ...rights, command, ...args], common)
  await once(child, 'spawn').catch((cause: unknown) => {
    throw new Error(
      `PostgreSQL no corre como root y su cuenta no puede entrar en ${dirname(command)} o ${options.dataDir}: hay que usar otra cuenta, poner el proyecto en una carpeta abierta o instalar setpriv (paquete util-linux).`,
      { cause },
    )
  })
  return child
}
