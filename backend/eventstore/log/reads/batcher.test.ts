import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Batcher } from './batcher.ts'

/** Doubles numbers; each asking ends when the test says so. */
function held() {
  const askings: { questions: readonly number[]; end(error?: Error): void }[] = []
  const doubled = new Batcher<number, number>(
    (questions) => {
      const { promise, resolve, reject } = Promise.withResolvers<number[]>()
      askings.push({ questions, end: (error) => (error ? reject(error) : resolve(questions.map((n) => n * 2))) })
      return promise
    },
    { most: 3 },
  )
  const asked = () => askings.map(({ questions }) => questions)
  return { doubled, askings, asked }
}

test('those who come while an answer is under way are asked for together, and after they came', async () => {
  const { doubled, askings, asked } = held()
  const first = doubled.ask(1)
  await Promise.resolve()
  expect(asked()).toEqual([[1]])
  const others = [2, 3].map((n) => doubled.ask(n))
  askings[0]?.end()
  expect(await first).toBe(2)
  await expect.poll(asked).toEqual([[1], [2, 3]])
  askings[1]?.end()
  expect(await Promise.all(others)).toEqual([4, 6])
  await Promise.resolve()
  const last = [4, 5].map((n) => doubled.ask(n))
  await expect.poll(asked).toEqual([[1], [2, 3], [4, 5]])
  askings[2]?.end()
  expect(await Promise.all(last)).toEqual([8, 10])
})

test('a question that gets no answer holds up nobody who comes after it', async () => {
  const { doubled, askings, asked } = held()
  const stuck = doubled.ask(1)
  await Promise.resolve()
  const others = [2, 3, 4, 5].map((n) => doubled.ask(n))
  await expect.poll(asked).toEqual([[1], [2, 3, 4], [5]])
  for (const asking of askings.slice(1)) asking.end()
  expect(await Promise.all(others)).toEqual([4, 6, 8, 10])
  const later = doubled.ask(6)
  await expect.poll(() => asked().at(-1)).toEqual([6])
  askings.at(-1)?.end()
  expect(await later).toBe(12)
  expect(await Promise.race([stuck, sleep(1, 'waits')])).toBe('waits')
  askings[0]?.end()
  expect(await stuck).toBe(2)
})

test('an error is that of those who were asked for together, and of nobody else', async () => {
  const { doubled, askings } = held()
  const first = doubled.ask(1)
  await Promise.resolve()
  const second = Promise.allSettled([doubled.ask(2), doubled.ask(3)])
  askings[0]?.end()
  expect(await first).toBe(2)
  await expect.poll(() => askings.length).toBe(2)
  const third = doubled.ask(4)
  askings[1]?.end(new Error('gone'))
  expect((await second).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect.poll(() => askings.length).toBe(3)
  askings[2]?.end()
  expect(await third).toBe(8)
})
