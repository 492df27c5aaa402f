// What the pages of the documentation name is there: the pages and parts they link to, and the files and folders they speak of.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = globSync(['README.md', 'backend/**/README.md', 'docs/**/*.md'], { cwd: root })
const textOf = (page: string) => readFileSync(join(root, page), 'utf8')

/** The names of a page's parts, as links call them. */
function partsOf(page: string): Set<string> {
  const headings = [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading)
  const plain = headings.map((heading) => heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase())
  return new Set(plain.map((heading) => heading.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-')))
}

function brokenLinks(page: string): string[] {
  const links = [...textOf(page).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)/g)]
  return links.flatMap(([link, path, part]) => {
    const target = path ? normalize(join(dirname(page), path)) : page
    if (!existsSync(join(root, target))) return [`${page}: ${link}`]
    return part && target.endsWith('.md') && !partsOf(target).has(part) ? [`${page}: ${link}`] : []
  })
}

test('every link of the documentation leads somewhere', () => {
  expect(pages.length).toBeGreaterThan(30)
  expect(pages.flatMap(brokenLinks)).toEqual([])
})

test('every file and folder that the pages of today speak of is there', () => {
  const today = pages.filter((page) => !page.startsWith('docs/decisions/'))
  const missing = today.flatMap((page) => {
    const paths = [...textOf(page).matchAll(/`((?:backend|frontend|scripts|docs|migrations|deploy)\/[\w./-]+)`/g)]
    return paths.filter(([, path = '']) => !existsSync(join(root, path))).map(([, path]) => `${page}: ${path}`)
  })
  expect(missing).toEqual([])
})

test('there are at most 32 decision records, each of at most a page', () => {
  const records = pages.filter((page) => page.startsWith('docs/decisions/'))
  expect(records.length).toBeLessThanOrEqual(32)
  const long = records.filter((page) => !page.includes('departures') && textOf(page).split(/\s+/).length > 520)
  expect(long).toEqual([])
})

test("the operator's handbook can be read at night, and lines fit a window", () => {
  expect(textOf('docs/OPERATIONS.md').split(/\s+/).length).toBeLessThanOrEqual(3501)
  const written = pages.filter((page) => !/\/(?:events|requirements|ROOMS)\.md$/.test(page))
  const long = written.flatMap((page) => {
    const lines = textOf(page)
      .replaceAll(/^```.*?^```/gms, '')
      .split('\n')
    return lines.filter((line) => line.length > 140 && !line.startsWith('|')).map((line) => `${page}: ${line}`)
  })
  expect(long).toEqual([])
})
