// The driver's journal: writes every answer to disk before going on.
import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { Answer, Command } from './command.ts'

export type JournalLine = { id: string; command: Command } & ({ sent: true } | { answer: Answer })

export class Journal {
  readonly #file: string
  readonly #descriptor: number

  constructor(file: string) {
    this.#file = file
    this.#descriptor = openSync(file, 'a+')
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

  close(): void {
    closeSync(this.#descriptor)
  }

  #write(line: JournalLine): void {
    writeSync(this.#descriptor, `${JSON.stringify(line)}\n`)
  }
}
