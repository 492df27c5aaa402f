// The built page, cut where each answer says something of its own.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { nonceMark } from '#backend/http/middleware/security-headers.ts'
import { escaped, headElements, inScript, type PageAnswer, type PageHead } from './page-head.ts'
import type { RenderedPage } from './rendered-pages.ts'

/** What index.html has where the head, the page itself and the text for readers without JavaScript belong. */
const cuts = /<!-- head -->.*?<!-- end of head -->|<div id="root"><\/div>|<!-- text -->.*?<!-- end of text -->/s

const unbuilt =
  '<!doctype html><html lang="es-AR"><!-- head --><!-- end of head --><p>Falta construir la página: npm start la construye.</p><div id="root"></div><noscript><!-- text --><!-- end of text --></noscript></html>'

export type PageTemplate = {
  /** When the pages were built. */
  builtAt: Date
  /** Names the build. */
  version: string
  /** Names the pictures that come with it; undefined where nothing is built. */
  pictures: string | undefined
  /** The whole page, with what stands on it; null leaves that to the browser. */
  render(page: PageHead, answer: PageAnswer, rendered: RenderedPage | null): string
}

export function readTemplate(distDir: string): PageTemplate {
  const { html, builtAt } = readIndex(join(distDir, 'index.html'))
  const built = html.split(cuts)
  // A build of another release does not say where head and text belong; a start builds anew.
  const pieces = built.length === 4 ? built : unbuilt.split(cuts)
  // The nonce is put into what was built only: a text of the shop's may hold the mark too.
  const parts = pieces.map((piece) => piece.split(nonceMark))
  const readable = scriptsAside(pieces).map((piece) => piece.split(nonceMark))
  return {
    builtAt,
    version: /<meta name="version" content="([\w-]+)"/.exec(html)?.[1] ?? 'unbuilt',
    pictures: /<meta name="pictures" content="([\w-]+)"/.exec(html)?.[1],
    render(page, answer, rendered) {
      const [start, top, bottom, end] = (rendered ? readable : parts).map((part) => part.join(answer.nonce))
      const head = headElements(page, answer) + (rendered ? earlyLoads(rendered, answer) : '')
      const text = rendered ? '' : `<p>Esto es lo que dice la página:</p>${page.text}`
      return `${start}${head}${top}<div id="root">${rendered?.markup ?? ''}</div>${answersOf(rendered)}${bottom}${text}${end}`
    },
  }
}

/** What the browser had better ask for at once, which is the first picture; and the screen's scripts. */
function earlyLoads({ hints, scripts }: RenderedPage, { nonce }: PageAnswer): string {
  return hints + aside(scripts.map((href) => `<link rel="modulepreload" href="${href}" nonce="${nonce}" />`))
}

const scriptTag = /<link rel="modulepreload"[^>]*>|<script type="module"[^>]*><\/script>/g

/** The pieces of a page that can be read without its scripts: these stand aside. */
function scriptsAside(pieces: readonly string[]): string[] {
  const tags = pieces.flatMap((piece) => piece.match(scriptTag) ?? [])
  return pieces.map((piece) => piece.replace(scriptTag, '').replace('</head>', `${aside(tags)}</head>`))
}

/** Asked for once the page is painted (frontend/arrival/scripts-once-painted.ts), after text, fonts and pictures that are still on their way. */
function aside(tags: readonly string[]): string {
  const later = tags.map((tag) => tag.replace(/^<(?:link|script)/, '$& fetchpriority="low"'))
  return `<template data-scripts>${later.join('')}</template>`
}

/** What the page was made of, so that the browser need not ask for it. It is data, which no policy keeps from being read. */
function answersOf(rendered: RenderedPage | null): string {
  const answers = rendered?.answers ?? []
  return answers
    .map(
      ({ address, body }) =>
        `<script type="application/json" data-answer="${escaped(address)}">${inScript(body)}</script>`,
    )
    .join('')
}

function readIndex(file: string): { html: string; builtAt: Date } {
  try {
    return { html: readFileSync(file, 'utf8'), builtAt: statSync(file).mtime }
  } catch {
    return { html: unbuilt, builtAt: new Date() }
  }
}
