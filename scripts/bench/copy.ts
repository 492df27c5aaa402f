// COPY FROM STDIN over a node-pg connection: the driver speaks its messages but offers no call for them.
import type pg from 'pg'

/** The messages of the copy protocol that the driver's connection can send. */
type Connection = {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}
/** What the driver asks of a query that it runs; it calls these as the server answers. */
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

/** Sends rows in COPY's text format, each ended by a line feed. */
export function copyRows(client: pg.ClientBase, statement: string, rows: string): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(
      new CopyIn(statement, rows, (error) => (error ? reject(error) : resolve())) as unknown as pg.Submittable,
    )
  })
}
