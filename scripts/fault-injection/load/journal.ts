// The driver's journal: writes every answer to disk before going on.
import { randomUUID } from 'node:crypto'
import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer, Command } from './command.ts'

export type JournalLine = { id: string; command: Command } & ({ sent: true } | { answer: Answer })

export class Journal {
  readonly #file = join(tmpdir(), `gamertech-${randomUUID()}.journal`)
  readonly #descriptor = openSync(this.#file, 'a+')

  /** `opened`: closes and removes it. */
  constructor(opened: AsyncDisposableStack) {
    opened.defer(async () => {
      closeSync(this.#descriptor)
      rmSync(this.#file, { force: true })
    })
  }

  sent(id: string, command: Command): void {
    this.#write({ id, command, sent: true })
  }

  answered(id: string, command: Command, answer: Answer): void {
    this.#write({ id, command, answer })
    fdatasyncSync(this.#descriptor)
  }

  read(): JournalLine[] {
    const lines = readFileSync(this.#file, 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as JournalLine)
  }

  #write(line: JournalLine): void {
    writeSync(this.#descriptor, `${JSON.stringify(line)}\n`)
  }
}
