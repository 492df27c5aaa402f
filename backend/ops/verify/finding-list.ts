// What a check found, as many as fit into memory: after the first thousands the others are only counted.
import type { Check, Finding } from './finding.ts'

const kept = 5000

export class FindingList {
  readonly #check: Check
  readonly #things: string
  readonly #findings: Finding[] = []
  #more = 0

  /** things: what the findings are about, in Spanish and plural. */
  constructor(check: Check, things: string) {
    this.#check = check
    this.#things = things
  }

  add(subject: string, message: string): void {
    if (this.#findings.length < kept) this.#findings.push({ check: this.#check, subject, message })
    else this.#more++
  }

  all(): Finding[] {
    if (this.#more === 0) return this.#findings
    const message = `${this.#things}: y ${this.#more} más con problemas, que no se listan`
    return [...this.#findings, { check: this.#check, subject: this.#things, message }]
  }
}
