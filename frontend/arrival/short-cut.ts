// Lets calls bypass the network.

/** Undefined: use the network. `address`: path and query. */
export type ShortCut = (address: string, init: RequestInit | undefined) => Promise<Response> | undefined

let shortCut: ShortCut = () => undefined

export function openShortCut(next: ShortCut): void {
  shortCut = next
}

/** Like `fetch`, with the short cut first. */
export const callShop: typeof fetch = (input, init) =>
  (typeof input === 'string' ? shortCut(input, init) : undefined) ?? fetch(input, init)
