// Browser profiles of one test: opened on the shop, watched, and put on record when the test fails.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { timeZone as shopZone } from '#backend/domain/time-zone.limits.ts'
import type { StorageKey } from '#frontend/storage.ts'
import { awaitRoutes, callsOf, watchCalls } from './network.ts'
import { takePicture } from './pictures.ts'
import type { Person, TestShop } from './shop.ts'
import { watchToasts } from './toasts.ts'

type Stored = Partial<Record<StorageKey, string>>

export type VisitOptions = {
  /** Who is signed in; default: nobody. */
  as?: Person
  /** Default: the worker's shop. */
  shop?: TestShop
  /** Of the window, in pixels; default 1280 x 800. */
  width?: number
  height?: number
  /** Of the browser; default: the shop's. */
  timeZone?: string
  /** Whether pictures rotate and things slide; default: less motion, which is quicker and steadier. */
  motion?: boolean
  /** Whether the shop's service worker is installed; default: not, so that each test sees the shop itself. */
  worker?: boolean
  /** What the browser's storage already holds, beside what it remembers of a signed-in person. */
  stored?: Stored
}

/** How long a click or a load waits, in milliseconds. */
const patience = 20_000
/** Where failed tests leave what their pages looked like. */
export const resultsFolder = join(import.meta.dirname, '../../test-results')
const consoles = new WeakMap<Page, string[]>()

/** What a page wrote to its console so far: the type, a colon, the text. */
export function consoleOf(page: Page): readonly string[] {
  return consoles.get(page) ?? []
}

const expectsViolations = new WeakSet<Page>()

/** For a test that tries what the page's policy must stop: violations on this page no longer fail it. */
export function expectViolations(page: Page): void {
  expectsViolations.add(page)
}

function rememberedOf(person: Person, shop: TestShop): Stored {
  const marcaTiempoLogin = shop.core.now().toISOString()
  return { id: String(person.id), isAuthenticated: 'true', vrfd: 'true', changeRolAttempts: '3', marcaTiempoLogin }
}

function stateOf(origin: string, stored: Stored) {
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
  return { cookies: [], origins: localStorage.length > 0 ? [{ origin, localStorage }] : [] }
}

type Profile = {
  /** What it was opened with. */
  readonly key: string
  readonly context: BrowserContext
  /** An empty page of the shop: its process, with the scripts that it compiled, serves all later pages. */
  readonly keeper: Page
}
/** Profiles that a test has left as they were opened. The next test takes them over: it is quicker. */
const spare = new WeakMap<Browser, Profile[]>()
/** So many at most: the oldest are of shops that are gone. */
const maxSpare = 8
const profiles = new WeakMap<BrowserContext, Profile>()
const keepers = new WeakSet<Page>()

async function openKeeper(context: BrowserContext): Promise<Page> {
  const keeper = await context.newPage()
  keepers.add(keeper)
  // The only file of the shop whose policy leaves it the storage.
  await keeper.goto('/service-worker.js')
  return keeper
}

/** Replaces what the storage holds. The keeper does it, because Playwright would open and load a page of its own for it. */
async function store(keeper: Page, texts: Stored): Promise<void> {
  await keeper.evaluate((entries) => {
    localStorage.clear()
    for (const [name, text] of entries) localStorage.setItem(name, text)
  }, Object.entries(texts))
}

/** Drops the cache and the cookies of the test before. */
async function empty({ context, keeper }: Profile): Promise<void> {
  const devtools = await context.newCDPSession(keeper)
  await devtools.send('Network.clearBrowserCache')
  await devtools.detach()
  await context.clearCookies()
}

const pagesOf = (context: BrowserContext) => context.pages().filter((page) => !keepers.has(page))

/** A profile that a test routes, takes off the network or whose clock it holds is for that test alone. */
function keepTouchedApart(context: BrowserContext): void {
  const noting =
    <Args extends unknown[], Answer>(act: (...args: Args) => Answer) =>
    (...args: Args): Answer => {
      profiles.delete(context)
      return act(...args)
    }
  context.route = noting(context.route.bind(context))
  context.setOffline = noting(context.setOffline.bind(context))
  context.clock.install = noting(context.clock.install.bind(context.clock))
}

/**
 * In the page. Without a graphics card each frame blurs what lies under the bar or a dialog anew, twice a second where a caret blinks. Layers and
 * places stay as they are.
 */
function dropBlur(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '[class*="backdrop-blur"] { backdrop-filter: none !important; will-change: backdrop-filter !important }',
  )
  document.adoptedStyleSheets = [sheet]
}

const slug = (text: string) => text.replace(/[^\p{L}\d]+/gu, '-').slice(0, 100)

export class Visits {
  readonly #browser: Browser
  readonly #shop: TestShop
  readonly #contexts: BrowserContext[] = []
  readonly #uncaught: Error[] = []

  constructor(browser: Browser, shop: TestShop) {
    this.#browser = browser
    this.#shop = shop
  }

  /** An empty page of a new profile; addresses without a host are the shop's. */
  async open(options: VisitOptions): Promise<Page> {
    const {
      as: person,
      shop = this.#shop,
      width = 1280,
      height = 800,
      timeZone = shopZone,
      motion = false,
      worker = false,
      stored = {},
    } = options
    const remembered = { ...(person && rememberedOf(person, shop)), ...stored }
    const settings = {
      baseURL: shop.url,
      viewport: { width, height },
      locale: 'es-AR',
      timezoneId: timeZone,
      reducedMotion: motion ? 'no-preference' : 'reduce',
      serviceWorkers: worker ? 'allow' : 'block',
    } as const
    // A service worker keeps files and answers, so the next test must not get its context.
    const context = worker
      ? await this.#newContext({ ...settings, storageState: stateOf(shop.url, remembered) })
      : await this.#profile(settings, remembered)
    this.#contexts.push(context)
    context.on('page', (page) => this.#watch(page, shop.url))
    const cookies = [...(person?.jar ?? [])].map(([name, value]) => ({ name, value, url: shop.url, httpOnly: true }))
    await context.addCookies(cookies)
    return await context.newPage()
  }

  /** One that another test has left, emptied, or a new one. */
  async #profile(settings: BrowserContextOptions, stored: Stored): Promise<BrowserContext> {
    const key = JSON.stringify(settings)
    const all = spare.get(this.#browser) ?? []
    const at = all.findLastIndex((one) => one.key === key)
    const [left] = at < 0 ? [] : all.splice(at, 1)
    if (left) await empty(left)
    const { context, keeper } = left ?? (await this.#newProfile(key, settings))
    await store(keeper, stored)
    return context
  }

  async #newProfile(key: string, settings: BrowserContextOptions): Promise<Profile> {
    const context = await this.#newContext(settings)
    const profile = { key, context, keeper: await openKeeper(context) }
    profiles.set(context, profile)
    keepTouchedApart(context)
    return profile
  }

  async #newContext(settings: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext(settings)
    context.setDefaultTimeout(patience)
    await context.addInitScript(dropBlur)
    await watchToasts(context)
    return context
  }

  /** Picture, address, console and calls of every page that is still open. */
  async keepEvidence(file: string, test: string): Promise<void> {
    const folder = join(resultsFolder, slug(file), slug(test))
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const pages = this.#contexts.flatMap(pagesOf)
    for (const [index, page] of pages.entries()) {
      const calls = callsOf(page).map(({ method, path, status }) => `${method} ${path} ${status ?? 'unanswered'}`)
      const text = [page.url(), '', ...consoleOf(page), '', ...calls, '']
      await writeFile(join(folder, `page-${index + 1}.txt`), text.join('\n'))
      const picture = takePicture(page, join(folder, `page-${index + 1}`))
      await picture.catch((error: unknown) => console.warn('no picture of the page', error))
    }
    console.error(`How the pages looked: ${folder}`)
  }

  /** `isSound`: nothing went wrong in the profiles, which may be taken over. */
  async close({ isSound = false } = {}): Promise<void> {
    await Promise.all(this.#contexts.map((context) => (isSound ? this.#handOn(context) : context.close())))
  }

  async #handOn(context: BrowserContext): Promise<void> {
    const profile = profiles.get(context)
    if (!profile) return await context.close()
    context.removeAllListeners('page')
    await Promise.all(pagesOf(context).map((page) => page.close()))
    const all = spare.get(this.#browser) ?? []
    spare.set(this.#browser, all)
    all.push(profile)
    if (all.length > maxSpare) await all.shift()?.context.close()
  }

  /** Throws the first error that no code of a page caught. */
  throwUncaught(): void {
    if (this.#uncaught[0]) throw new Error('A page had an uncaught error.', { cause: this.#uncaught[0] })
  }

  #watch(page: Page, shop: string): void {
    const lines: string[] = []
    consoles.set(page, lines)
    watchCalls(page, shop)
    awaitRoutes(page)
    awaitArrival(page)
    page.on('console', (message) => {
      const line = `${message.type()}: ${message.text()}`
      lines.push(line)
      // What a page of ours breaks of its own policy is a fault, also if nobody sees it.
      if (/Content Security Policy/i.test(line) && !expectsViolations.has(page)) this.#uncaught.push(new Error(line))
    })
    page.on('pageerror', (error) => {
      lines.push(`uncaught: ${error.stack ?? error.message}`)
      this.#uncaught.push(error)
    })
  }
}

/** In milliseconds: a page whose scripts a test holds back or breaks is not waited for. */
const longestArrival = 5000

/** Makes a full load resolve once the page is taken over, some time after its 'load' on a busy machine; with `waitUntil` it does not wait. */
function awaitArrival(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const arrived = () =>
    page
      .waitForFunction(() => globalThis.earlyEvents === undefined, undefined, { timeout: longestArrival })
      .catch(() => undefined)
  page.goto = async (url, options) => {
    const answer = await goto(url, options)
    if (!options?.waitUntil) await arrived()
    return answer
  }
  page.reload = async (options) => {
    const answer = await reload(options)
    if (!options?.waitUntil) await arrived()
    return answer
  }
}
