// Which notices of the provider this process has followed already: a payment that was fetched after its notice was in the log need not be
// fetched for that notice again. Forgetting is harmless, as it is fetched then.

/** Notices of the last moments; the jobs that follow them come within seconds. */
const most = 2000

type Notice = { toldAt: number; learntAt: number }

export class LearntPayments {
  readonly #notices = new Map<string, Notice>()

  /** A notice of the payment is in the log, at this position. */
  told(paymentId: string, position: number): void {
    const { learntAt = 0 } = this.#notices.get(paymentId) ?? {}
    this.#notices.delete(paymentId)
    this.#notices.set(paymentId, { toldAt: position, learntAt })
    for (const oldest of this.#notices.keys()) {
      if (this.#notices.size <= most) break
      this.#notices.delete(oldest)
    }
  }

  /** To be called before the provider is asked; what it returns, once the answer is applied. */
  begin(paymentId: string): () => void {
    const { toldAt = 0 } = this.#notices.get(paymentId) ?? {}
    return () => {
      const notice = this.#notices.get(paymentId)
      if (notice) notice.learntAt = Math.max(notice.learntAt, toldAt)
    }
  }

  /** Whether the payment was fetched and applied after its notice at this position was in the log. */
  has(paymentId: string, position: number): boolean {
    return (this.#notices.get(paymentId)?.learntAt ?? 0) >= position
  }
}
