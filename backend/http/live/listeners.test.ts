// A listener who does not read is cut, and takes no memory beyond what they may leave unread.
import { expect, test } from 'vitest'
import { Listeners } from './listeners.ts'
import type { LiveNews } from './published-products.ts'

const news = (position: number): LiveNews => ({
  after: position - 1,
  position,
  products: Array.from({ length: 100 }, (_, id) => ({ id, isActive: true, price: 1, netPrice: 1, stock: 1 })),
})
const whose = { network: '10.0.0.1', after: undefined, factor: 1 }

/** Listeners that are told by hand, and how many were let go. */
function byHand() {
  const tells = new Set<(news: LiveNews) => void>()
  const listeners = new Listeners((_after, tell) => {
    tells.add(tell)
    return Promise.resolve(() => void tells.delete(tell))
  })
  return { listeners, tells }
}

test('who reads is told everything; who does not is cut after 64 KiB, and forgotten', async () => {
  const { listeners, tells } = byHand()
  let cuts = 0
  const idle = await listeners.listen(whose, () => cuts++)
  const reading = (await listeners.listen(whose, () => cuts++)).getReader()
  expect([listeners.size, tells.size]).toEqual([2, 2])
  let read = 0
  for (let position = 1; position <= 100; position++) {
    for (const tell of tells) tell(news(position))
    const { value } = await reading.read()
    expect(new TextDecoder().decode(value)).toMatch(new RegExp(`^id: ${position}\\ndata: \\{.*\\}\\n\\n$`))
    read++
  }
  expect([read, cuts, listeners.size, tells.size, listeners.cut]).toEqual([100, 1, 1, 1, 1])
  let unread = 0
  for await (const part of idle) unread += part.byteLength
  expect(unread).toBeLessThan(2 * 64 * 1024)
  await reading.cancel()
  expect([listeners.size, tells.size]).toEqual([0, 0])
})

test('after the end nobody is let in, and what is open has ended', async () => {
  const { listeners, tells } = byHand()
  const stream = await listeners.listen(whose, () => undefined)
  listeners.close()
  expect((await stream.getReader().read()).done).toBe(true)
  expect(tells.size).toBe(0)
  await expect(listeners.listen(whose, () => undefined)).rejects.toThrow('unavailable')
})

test('whoever cannot be told anything counts no longer', async () => {
  const listeners = new Listeners(() => Promise.reject(new Error('the database is away')))
  await expect(listeners.listen(whose, () => undefined)).rejects.toThrow('away')
  expect(listeners.size).toBe(0)
})

test('fifty who leave while their places are made ready, and a shop that ends meanwhile, throw nothing', async () => {
  const places: (() => void)[] = []
  const tells: ((news: LiveNews) => void)[] = []
  const listeners = new Listeners(async (_after, tell) => {
    tells.push(tell)
    await new Promise<void>((resolve) => places.push(resolve))
    tell(news(1))
    return () => undefined
  })
  let cuts = 0
  const come = () => Array.from({ length: 50 }, () => listeners.listen(whose, () => cuts++))
  const leaving = come()
  for (const ready of places.splice(0)) ready()
  await Promise.all((await Promise.all(leaving)).map((stream) => stream.cancel()))
  for (const tell of tells) tell(news(2))
  const late = come()
  listeners.close()
  for (const ready of places) ready()
  const streams = await Promise.all(late)
  for (const stream of streams) expect((await stream.getReader().read()).done).toBe(true)
  expect([listeners.size, listeners.cut, cuts]).toEqual([0, 0, 0])
})
