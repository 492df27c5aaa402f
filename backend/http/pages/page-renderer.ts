import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

export type AskShop = (address: string) => Promise<Response>

/** `hints`: preload elements; `markup`: content of the root; `tookMs`: CPU time. */
export type RenderedScreen = { hints: string; markup: string; tookMs: number }

export type PageRenderer = {
  /** The canonical address and the router's screen; null if not rendered on the server. */
  addressOf(asked: { pathname: string; search: string }): { address: string; screen: string } | null
  render(address: string, ask: AskShop): Promise<RenderedScreen>
}

type Built = { renderer: string; scripts: Record<string, string[]> }

export const serverFolder = '.server'

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
