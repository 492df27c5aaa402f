// Pages rendered on the server, cached as long as the answers that they are made of are the same.
import { LRUCache } from 'lru-cache'
import { Buckets } from '#backend/http/admission/buckets.ts'
import { type ReadyAnswer, tagOf } from '#backend/http/ready-answer.ts'
import type { AskShop, loadRenderer } from './page-renderer.ts'

/** A page's own part of the document: elements for the head, the content of the root, and the answers that it was made of. */
export type RenderedPage = { hints: string; markup: string; answers: readonly Answer[]; scripts: readonly string[] }
type Answer = { address: string; body: string }

export type Place = { pathname: string; search: string }
/**
 * `position`: of the log, which the page must show; `complete` makes the document. `ask` reaches the API as a visitor;
 * `tagInMemory` is the tag of an answer that is in memory.
 */
export type Asked = Place & {
  position: number
  complete(rendered: RenderedPage): ReadyAnswer
  ask: AskShop
  tagInMemory: TagInMemory
}
type TagInMemory = (address: string) => string | undefined
type Cached = { page: ReadyAnswer; answers: ReadonlyMap<string, string> }
type UnderWay = { position: number; page: Promise<ReadyAnswer | null> }

const maxCachedBytes = 48 * 1024 * 1024
/** More renderings at once would wait for one database and then block the process: others get the shell. */
const maxUnderWay = 6
/** Milliseconds of the process that rendering may take. */
const renderingTime = { perSecond: 400, burst: 2000 }
const everybody = 'all'

export class RenderedPages {
  readonly #renderer: ReturnType<typeof loadRenderer>
  readonly #report: (error: unknown, address: string) => void
  readonly #cached = new LRUCache<string, Cached>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ page }, address) => page.bytes + 2 * address.length,
  })
  readonly #underWay = new Map<string, UnderWay>()
  readonly #time = new Buckets(renderingTime)
  /** Pages since the start: from memory; rendered; left to the browser, since they are absent or rendering took its share; and failed. */
  readonly counts = { kept: 0, rendered: 0, left: 0, failed: 0 }

  constructor(renderer: ReturnType<typeof loadRenderer>, report: (error: unknown, address: string) => void) {
    this.#renderer = renderer
    this.#report = report
  }

  /** The page of a canonical address, if all that it was made of is in memory and the same. */
  kept(address: string, tagInMemory: TagInMemory): ReadyAnswer | undefined {
    const cached = this.#cached.get(address)
    if (!cached) return undefined
    for (const [asked, tag] of cached.answers) if (tagInMemory(asked) !== tag) return undefined
    this.counts.kept++
    return cached.page
  }

  /** Null: the browser renders. */
  async find(asked: Asked): Promise<ReadyAnswer | null> {
    const place = this.#renderer?.addressOf(asked)
    if (!place) return null
    const cached = this.#cached.get(place.address)
    if (cached && (await isSame(cached, asked))) {
      this.counts.kept++
      return cached.page
    }
    const underWay = this.#underWay.get(place.address)
    if (underWay?.position === asked.position) return underWay.page
    if (this.#underWay.size >= maxUnderWay || this.#time.waitMs(everybody, performance.now()) > 0) {
      this.counts.left++
      return null
    }
    const rendering = { position: asked.position, page: this.#render(place, asked) }
    this.#underWay.set(place.address, rendering)
    return rendering.page.finally(() => {
      if (this.#underWay.get(place.address) === rendering) this.#underWay.delete(place.address)
    })
  }

  async #render(
    { address, screen }: { address: string; screen: string },
    { complete, ask }: Asked,
  ): Promise<ReadyAnswer | null> {
    const answers: Answer[] = []
    const tags = new Map<string, string>()
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
      this.#time.spend(everybody, tookMs, performance.now())
      const page = complete({ hints, markup, answers, scripts: this.#renderer?.scripts[screen] ?? [] })
      this.#cached.set(address, { page, answers: tags })
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
}

async function isSame({ answers }: Cached, { ask, tagInMemory }: Asked): Promise<boolean> {
  for (const [address, tag] of answers) if ((tagInMemory(address) ?? (await tagNow(address, ask))) !== tag) return false
  return true
}

async function tagNow(address: string, ask: AskShop): Promise<string | null> {
  const answer = await ask(address)
  return answer.ok ? (answer.headers.get('etag') ?? tagOf(await answer.text())) : null
}
