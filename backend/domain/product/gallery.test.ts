import { expect, test } from 'vitest'
import { withFirst } from './gallery.limits.ts'

const [a, b, c] = [
  { url: '/img/a.webp', alt: 'De frente' },
  { url: '/img/b.webp', alt: 'De costado' },
  { url: '/img/c.webp', alt: '' },
]

test('a picture that stands in the gallery moves up, with what is said of it', () => {
  expect(withFirst([a, b, c], a.url)).toEqual([a, b, c])
  expect(withFirst([a, b, c], c.url)).toEqual([c, a, b])
})

test('an unknown picture takes the place of the first, of which nothing is said yet', () => {
  expect(withFirst([a, b], '/img/z.webp')).toEqual([{ url: '/img/z.webp', alt: '' }, b])
  expect(withFirst([], a.url)).toEqual([{ url: a.url, alt: '' }])
})
