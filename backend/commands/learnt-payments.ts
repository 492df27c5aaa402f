// Notices already covered by a fetch in this process: a payment fetched after its notice was recorded needs no second
// fetch. Forgetting is harmless and only causes a fetch.

const most = 2000

type Notice = { notifiedAt: number; learntAt: number }

export class LearntPayments {
  readonly #notices = new Map<string, Notice>()

  notified(paymentId: string, position: number): void {
    const { learntAt = 0 } = this.#notices.get(paymentId) ?? {}
    this.#notices.delete(paymentId)
    this.#notices.set(paymentId, { notifiedAt: position, learntAt })
    for (const oldest of this.#notices.keys()) {
      if (this.#notices.size <= most) break
      this.#notices.delete(oldest)
    }
  }

  /** Call before asking the provider; call the result once the answer is applied. */
  begin(paymentId: string): () => void {
    const { notifiedAt = 0 } = this.#notices.get(paymentId) ?? {}
    return () => {
      const notice = this.#notices.get(paymentId)
      if (notice) notice.learntAt = Math.max(notice.learntAt, notifiedAt)
    }
  }

  /** True if the payment was fetched and applied after the notice at this position. */
  has(paymentId: string, position: number): boolean {
    return (this.#notices.get(paymentId)?.learntAt ?? 0) >= position
  }
}
