// For tests: the scripts of this folder that run as processes of their own, so that they can be killed.
import { type ChildProcess, fork } from 'node:child_process'

/** Starts `<name>.child.ts` with its standard output piped. */
export function startChild(name: 'append' | 'pump' | 'rebuild', ...args: string[]): ChildProcess {
  const script = new URL(`./${name}.child.ts`, import.meta.url)
  return fork(script, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
}
