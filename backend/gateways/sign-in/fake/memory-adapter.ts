// Stores the fake provider's sessions, codes and grants in memory; evicts the oldest first.
import type { Adapter, AdapterPayload } from 'oidc-provider'

const most = 2000

export class MemoryAdapter implements Adapter {
  readonly #kept = new Map<string, AdapterPayload>()

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    this.#kept.delete(id)
    this.#kept.set(id, payload)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > most && oldest) this.#kept.delete(oldest)
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const payload = this.#kept.get(id)
    return payload?.exp !== undefined && payload.exp * 1000 <= Date.now() ? undefined : payload
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...this.#kept.values()].find((payload) => payload.uid === uid)
  }

  async findByUserCode(): Promise<undefined> {}

  async consume(id: string): Promise<void> {
    const payload = this.#kept.get(id)
    if (payload) payload.consumed = Math.floor(Date.now() / 1000)
  }

  async destroy(id: string): Promise<void> {
    this.#kept.delete(id)
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, payload] of this.#kept) if (payload.grantId === grantId) this.#kept.delete(id)
  }
}
