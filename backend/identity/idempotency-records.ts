// Idempotency records: any process answers a repeated request with the first answer. The shop keeps them for a day,
// sealed under the caller's own key.
import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type pg from 'pg'
import { open, seal } from '#backend/eventstore/log/keyring.ts'

export type RecordedAnswer = { status: number; body: string; headers: Readonly<Record<string, string>> }
/** `caller`: an account or anybody; `key`: the caller's Idempotency-Key; `content`: the request. */
export type NamedRequest = { caller: string; key: string; content: string }
/** The first request under this key, or the one before failed. The time tells it from a later one under the key. */
export type Begun = { begunAt: Date }
export type Beginning = Begun | 'under_way' | 'other_content' | RecordedAnswer

const lifeMs = 24 * 3_600_000
const longestMs = 60_000
const purpose = 'idempotency record'

type Row = { begun: boolean; fingerprint: Buffer | null; answer: Buffer | null }

type Parts = { pool: pg.Pool; secret: string; now: () => Date }

export class IdempotencyRecords {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Claims the key, unless a request under it is done, under way or has other content. */
  async begin(request: NamedRequest): Promise<Beginning> {
    const now = this.#parts.now()
    const fingerprint = createHash('sha256').update(request.content).digest()
    const { rows } = await this.#parts.pool.query<Row>({
      name: 'auth.begin_answer',
      text: `with begun as (
          insert into auth.idempotency_records as record (key, fingerprint, begun_at, expires_at) values ($1, $2, $3, $4)
          on conflict (key) do update
            set fingerprint = excluded.fingerprint, answer = null, begun_at = excluded.begun_at, expires_at = excluded.expires_at
            where record.expires_at <= $3 or (record.answer is null and record.begun_at < $5 and record.fingerprint = $2)
          returning key)
        select true as begun, null::bytea as fingerprint, null::bytea as answer from begun
        union all select false, fingerprint, answer from auth.idempotency_records where key = $1 and not exists (select from begun)`,
      values: [this.#hash(request), fingerprint, now, after(now, lifeMs), after(now, -longestMs)],
    })
    const [row] = rows
    if (!row) return 'under_way'
    if (row.begun) return { begunAt: now }
    if (!row.fingerprint?.equals(fingerprint)) return 'other_content'
    if (!row.answer) return 'under_way'
    return JSON.parse(open(this.#keyOf(request), row.answer, purpose).toString()) as RecordedAnswer
  }

  /** Stores the answer, unless the request took so long that another one claimed its key. */
  async keep(request: NamedRequest, { begunAt }: Begun, answer: RecordedAnswer): Promise<void> {
    const sealed = seal(this.#keyOf(request), Buffer.from(JSON.stringify(answer)), purpose)
    await this.#parts.pool.query({
      name: 'auth.keep_answer',
      text: 'update auth.idempotency_records set answer = $3 where key = $1 and begun_at = $2 and answer is null',
      values: [this.#hash(request), begunAt, sealed],
    })
  }

  async giveUp(request: NamedRequest, { begunAt }: Begun): Promise<void> {
    const text = 'delete from auth.idempotency_records where key = $1 and begun_at = $2 and answer is null'
    await this.#parts.pool.query(text, [this.#hash(request), begunAt])
  }

  #hash({ caller, key }: NamedRequest): Buffer {
    return createHmac('sha256', this.#parts.secret).update(`${caller}\n${key}`).digest()
  }

  /** Derives the key from the caller's own, which is stored nowhere: database and secret together open nothing. */
  #keyOf({ caller, key }: NamedRequest): Buffer {
    return Buffer.from(hkdfSync('sha256', key, this.#parts.secret, `${purpose} ${caller}`, 32))
  }
}

function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms)
}
