// COPY FROM STDIN over node-pg, whose driver speaks the protocol but offers no call for it.
import type pg from 'pg'

type Connection = {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}
class CopyIn {
  readonly #statement: string
  readonly #rows: Buffer
  readonly #done: (error: Error | null) => void
  #failure: Error | null = null

  constructor(statement: string, rows: string, done: (error: Error | null) => void) {
    this.#statement = statement
    this.#rows = Buffer.from(rows)
    this.#done = done
  }
  submit(connection: Connection): void {
    connection.query(this.#statement)
  }
  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFromChunk(this.#rows)
    connection.endCopyFrom()
  }
  handleCommandComplete(): void {}
  handleError(error: Error): void {
    this.#failure = error
    this.#done(error)
  }
  handleReadyForQuery(): void {
    if (!this.#failure) this.#done(null)
  }
}

export function copyRows(client: pg.ClientBase, statement: string, rows: string): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(
      new CopyIn(statement, rows, (error) => (error ? reject(error) : resolve())) as unknown as pg.Submittable,
    )
  })
}
