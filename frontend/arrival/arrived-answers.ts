// What the shop answered while it rendered the page: it came with the document, and is not asked for again.
import { openShortCut } from './short-cut.ts'

/** An answer of the API as text, by path and query. */
export type ArrivedAnswers = ReadonlyMap<string, string>

/** Reads the answers out of the document. The first call to the address of each gets it, until forgetAnswers. */
export function takeAnswers(): ArrivedAnswers {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[data-answer]')
  const answers = new Map([...scripts].map(({ dataset, textContent }) => [dataset.answer ?? '', textContent]))
  const waiting = new Map(answers)
  openShortCut((address, init) => {
    const text = (init?.method ?? 'GET') === 'GET' ? waiting.get(address) : undefined
    if (text === undefined) return undefined
    waiting.delete(address)
    return Promise.resolve(new Response(text, { headers: { 'Content-Type': 'application/json' } }))
  })
  return answers
}

/** From now on every call asks the shop. */
export function forgetAnswers(): void {
  openShortCut(() => undefined)
}
