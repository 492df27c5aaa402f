// Pages rendered on the server, cached as long as their head and the answers that they show are the same.
import { LRUCache } from 'lru-cache'
import { type ReadyAnswer, tagOf } from '#backend/http/ready-answer.ts'
import type { AskShop, loadRenderer } from './page-renderer.ts'

/** A page's own part of the document: elements for the head, the content of the root, and the answers that it was made of. */
export type RenderedPage = { hints: string; markup: string; answers: readonly Answer[]; scripts: readonly string[] }
type Answer = { address: string; body: string }

/** The tag of an answer, or of a part, that is in memory; undefined for one that is not. */
type TagInMemory = (question: string) => Promise<string | undefined>
export type Place = { pathname: string; search: string }
/**
 * `head`: JSON of all that the page says beside the rendered part, cached under the question `headPart` or always the same (null); `complete`
 * makes the document of both. `ask` reaches the API as a visitor.
 */
export type Asked = Place & {
  head: string
  headPart: string | null
  complete(rendered: RenderedPage): ReadyAnswer
  ask: AskShop
}
type Cached = Pick<Asked, 'head'> & {
  page: ReadyAnswer
  parts: ReadonlyMap<string, string>
  answers: ReadonlyMap<string, string>
}

const maxCachedBytes = 48 * 1024 * 1024
/**
 * More renderings at once would wait for the same database and then block the process, so further requests get the
 * shell.
 */
const maxUnderWay = 6
/** Rendering may take this share of the process's time, and save up so much of it, in milliseconds. */
const [share, mostSavedMs] = [0.4, 2000]

export class RenderedPages {
  readonly #renderer: ReturnType<typeof loadRenderer>
  readonly #report: (error: unknown, address: string) => void
  readonly #cached = new LRUCache<string, Cached>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ page, head }, address) => page.bytes + 2 * (head.length + address.length),
  })
  readonly #underWay = new Map<string, { head: string; page: Promise<ReadyAnswer | null> }>()
  #savedMs = mostSavedMs
  #savedAt = performance.now()
  /** Pages since the start: from memory; rendered; left to the browser, since they are absent or rendering took its share; and failed. */
  readonly counts = { kept: 0, rendered: 0, left: 0, failed: 0 }

  constructor(renderer: ReturnType<typeof loadRenderer>, report: (error: unknown, address: string) => void) {
    this.#renderer = renderer
    this.#report = report
  }

  /** The page of an address if memory alone shows that it is still the same. */
  async recall(place: Place, tagInMemory: TagInMemory): Promise<ReadyAnswer | null> {
    const { address } = this.#renderer?.addressOf(place) ?? {}
    const cached = address === undefined ? undefined : this.#cached.get(address)
    if (!cached) return null
    for (const tags of [cached.parts, cached.answers])
      for (const [question, tag] of tags) if ((await tagInMemory(question)) !== tag) return null
    this.counts.kept++
    return cached.page
  }

  /** Null: the browser renders. */
  async find(asked: Asked): Promise<ReadyAnswer | null> {
    const place = this.#renderer?.addressOf(asked)
    if (!place) return null
    const cached = this.#cached.get(place.address)
    if (cached?.head === asked.head && (await isSame(cached, asked.ask))) {
      this.counts.kept++
      return cached.page
    }
    const underWay = this.#underWay.get(place.address)
    if (underWay?.head === asked.head) return underWay.page
    if (this.#underWay.size >= maxUnderWay || this.#saved() <= 0) {
      this.counts.left++
      return null
    }
    const rendering = { head: asked.head, page: this.#render(place, asked) }
    this.#underWay.set(place.address, rendering)
    return rendering.page.finally(() => {
      if (this.#underWay.get(place.address) === rendering) this.#underWay.delete(place.address)
    })
  }

  async #render(
    { address, screen }: { address: string; screen: string },
    { head, headPart, complete, ask }: Asked,
  ): Promise<ReadyAnswer | null> {
    const answers: Answer[] = []
    const tags = new Map<string, string>()
    const parts = new Map(headPart === null ? [] : [[headPart, tagOf(head)]])
    let isRefused = false
    const note: AskShop = async (path) => {
      const answer = await ask(path)
      isRefused ||= answer.status >= 400 && answer.status < 500
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      const body = await answer.text()
      answers.push({ address: path, body })
      tags.set(path, tagOf(body))
      return new Response(body, { headers: { 'Content-Type': 'application/json' } })
    }
    try {
      const rendered = await this.#renderer?.render(address, note)
      if (!rendered) return null
      const { hints, markup, tookMs } = rendered
      this.#savedMs = this.#saved() - tookMs
      const page = complete({ hints, markup, answers, scripts: this.#renderer?.scripts[screen] ?? [] })
      this.#cached.set(address, { page, head, parts, answers: tags })
      this.counts.rendered++
      return page
    } catch (error) {
      // An address that asks for something absent: the browser says so.
      if (isRefused) {
        this.counts.left++
        return null
      }
      this.counts.failed++
      this.#report(error, address)
      return null
    }
  }

  /** May be spent now, in milliseconds. */
  #saved(): number {
    const now = performance.now()
    this.#savedMs = Math.min(mostSavedMs, this.#savedMs + (now - this.#savedAt) * share)
    this.#savedAt = now
    return this.#savedMs
  }
}

/** Checks that the shop still gives the answers behind the page. */
async function isSame({ answers }: Cached, ask: AskShop): Promise<boolean> {
  for (const [address, tag] of answers) {
    const answer = await ask(address)
    if (!answer.ok || (answer.headers.get('etag') ?? tagOf(await answer.text())) !== tag) return false
  }
  return true
}
