// The door to the pages' own code: built for the server beside what browsers load, and loaded from there.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

/** Answers a visitor's call of the API. `address`: path and query. */
export type AskShop = (address: string) => Promise<Response>

/** `hints`: elements of the head that say what to load at once; `markup`: what stands in the root element; `tookMs`: of the process's time. */
export type RenderedScreen = { hints: string; markup: string; tookMs: number }

export type PageRenderer = {
  /** The one address of a page as it is understood, and its screen's in the router; null if the server does not render it. */
  addressOf(asked: { pathname: string; search: string }): { address: string; screen: string } | null
  /** Renders a page for a visitor. Throws if that cannot be done. */
  render(address: string, ask: AskShop): Promise<RenderedScreen>
}

/** What the build says of itself: the renderer's file, and the scripts of each screen beyond those of all, by its address in the router. */
type Built = { renderer: string; scripts: Record<string, string[]> }

/** In the folder of the built pages; nobody is served from it. */
export const serverFolder = '.server'

/** Null if the pages are not built. */
export function loadRenderer(distDir: string): (PageRenderer & Pick<Built, 'scripts'>) | null {
  const folder = resolve(distDir, serverFolder)
  try {
    const built = JSON.parse(readFileSync(join(folder, 'built.json'), 'utf8')) as Built
    const { renderer } = createRequire(import.meta.url)(join(folder, built.renderer)) as { renderer: PageRenderer }
    return { ...renderer, scripts: built.scripts }
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return null
    throw error
  }
}
