// The built page, cut where each answer says something of its own.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { nonceMark } from '#backend/http/middleware/security-headers.ts'
import { headElements, type PageAnswer, type PageHead } from './page-head.ts'

/** What index.html has around the head that the server replaces, and around the text for readers without JavaScript. */
const cuts = /<!-- head -->.*?<!-- end of head -->|<!-- text -->.*?<!-- end of text -->/s

const unbuilt =
  '<!doctype html><html lang="es-AR"><!-- head --><!-- end of head --><p>Falta construir la página: npm start la construye.</p><noscript><!-- text --><!-- end of text --></noscript></html>'

export type PageTemplate = {
  /** When the pages were built. */
  builtAt: Date
  /** Names the build. */
  version: string
  /** The whole page. */
  render(page: PageHead, answer: PageAnswer): string
}

export function readTemplate(distDir: string): PageTemplate {
  const { html, builtAt } = readIndex(join(distDir, 'index.html'))
  const built = html.split(cuts)
  // A build of another release does not say where head and text belong; a start builds anew.
  const pieces = built.length === 3 ? built : unbuilt.split(cuts)
  // The nonce is put into what was built only: a text of the shop's may hold the mark too.
  const parts = pieces.map((piece) => piece.split(nonceMark))
  return {
    builtAt,
    version: /<meta name="version" content="([\w-]+)"/.exec(html)?.[1] ?? 'unbuilt',
    render(page, answer) {
      const [before, between, after] = parts.map((part) => part.join(answer.nonce))
      return `${before}${headElements(page, answer)}${between}${page.text}${after}`
    },
  }
}

function readIndex(file: string): { html: string; builtAt: Date } {
  try {
    return { html: readFileSync(file, 'utf8'), builtAt: statSync(file).mtime }
  } catch {
    return { html: unbuilt, builtAt: new Date() }
  }
}
