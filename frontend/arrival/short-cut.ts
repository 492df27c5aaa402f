// How calls reach the shop: over the network, unless somebody has a shorter way to the answer.

/** Answers a call if it can; undefined leads it over the network. `address`: path and query. */
export type ShortCut = (address: string, init: RequestInit | undefined) => Promise<Response> | undefined

let shortCut: ShortCut = () => undefined

/** Takes the place of the short cut of before. */
export function openShortCut(next: ShortCut): void {
  shortCut = next
}

/** Calls the shop, as `fetch` does. */
export const callShop: typeof fetch = (input, init) =>
  (typeof input === 'string' ? shortCut(input, init) : undefined) ?? fetch(input, init)
