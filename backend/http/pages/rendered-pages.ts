// Pages rendered on the server, kept as long as the answers that they show are the same. Losing them is harmless.
import { LRUCache } from 'lru-cache'
import type { AskShop, loadRenderer } from './page-renderer.ts'

/** A page's own part of the document: elements for the head, what stands in the root, and the answers that it was made of. */
export type RenderedPage = { hints: string; markup: string; answers: readonly Answer[]; scripts: readonly string[] }
type Answer = { address: string; tag: string; body: string }

const maxKeptBytes = 48 * 1024 * 1024
/** More at once wait for the same database and would then stop the process one after the other: they get the shell. */
const maxUnderWay = 6
/** What rendering may take of the process's time, and how much of it may be saved up, in milliseconds. */
const [share, mostSavedMs] = [0.4, 2000]

export class RenderedPages {
  readonly #renderer: ReturnType<typeof loadRenderer>
  readonly #report: (error: unknown, address: string) => void
  readonly #kept = new LRUCache<string, RenderedPage>({ maxSize: maxKeptBytes, sizeCalculation: bytesOf })
  readonly #underWay = new Map<string, Promise<RenderedPage | null>>()
  #savedMs = mostSavedMs
  #savedAt = performance.now()
  /** Pages since the start: from memory, rendered, left to the browser because there is nothing to show or rendering took too much time already, and failed. */
  readonly counts = { kept: 0, rendered: 0, left: 0, failed: 0 }

  /** `report`: told of a page that could not be rendered. */
  constructor(renderer: ReturnType<typeof loadRenderer>, report: (error: unknown, address: string) => void) {
    this.#renderer = renderer
    this.#report = report
  }

  /** The page of an address as a visitor sees it now; null if the browser is to render it. */
  async find(asked: { pathname: string; search: string }, ask: AskShop): Promise<RenderedPage | null> {
    const page = this.#renderer?.addressOf(asked)
    if (!page) return null
    const kept = this.#kept.get(page.address)
    if (kept && (await isSame(kept, ask))) {
      this.counts.kept++
      return kept
    }
    const underWay = this.#underWay.get(page.address)
    if (underWay) return underWay
    if (this.#underWay.size >= maxUnderWay || this.#saved() <= 0) {
      this.counts.left++
      return null
    }
    const rendering = this.#render(page, ask).finally(() => this.#underWay.delete(page.address))
    this.#underWay.set(page.address, rendering)
    return rendering
  }

  async #render({ address, screen }: { address: string; screen: string }, ask: AskShop): Promise<RenderedPage | null> {
    const answers: Answer[] = []
    let isRefused = false
    const note: AskShop = async (path) => {
      const answer = await ask(path)
      isRefused ||= answer.status >= 400 && answer.status < 500
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      const body = await answer.text()
      answers.push({ address: path, tag: answer.headers.get('etag') ?? '', body })
      return new Response(body, { headers: { 'Content-Type': 'application/json' } })
    }
    try {
      const rendered = await this.#renderer?.render(address, note)
      if (!rendered) return null
      const { hints, markup, tookMs } = rendered
      this.#savedMs = this.#saved() - tookMs
      const page = { hints, markup, answers, scripts: this.#renderer?.scripts[screen] ?? [] }
      this.#kept.set(address, page)
      this.counts.rendered++
      return page
    } catch (error) {
      // An address that asks for what there is not: the browser says so.
      if (isRefused) {
        this.counts.left++
        return null
      }
      this.counts.failed++
      this.#report(error, address)
      return null
    }
  }

  /** What may be spent now, in milliseconds. */
  #saved(): number {
    const now = performance.now()
    this.#savedMs = Math.min(mostSavedMs, this.#savedMs + (now - this.#savedAt) * share)
    this.#savedAt = now
    return this.#savedMs
  }
}

/** Whether the shop answers today what the page was made of. */
async function isSame({ answers }: RenderedPage, ask: AskShop): Promise<boolean> {
  for (const { address, tag, body } of answers) {
    const now = await ask(address)
    if (!now.ok || (tag ? now.headers.get('etag') !== tag : (await now.text()) !== body)) return false
  }
  return true
}

/** A string takes two bytes a character unless all of them are Latin; counted at the most. */
function bytesOf({ hints, markup, answers }: RenderedPage, address: string): number {
  const texts = answers.reduce((sum, answer) => sum + answer.body.length, 0)
  return 2 * (hints.length + markup.length + texts + address.length)
}
