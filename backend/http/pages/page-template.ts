import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from '#backend/http/middleware/security-headers.ts'
import { escaped, headElements, inScript, type PageHead } from './page-head.ts'
import type { RenderedPage } from './rendered-pages.ts'

/** index.html has these where the head, the page itself and the text for readers without JavaScript belong. */
const cuts = /<!-- head -->.*?<!-- end of head -->|<div id="root"><\/div>|<!-- text -->.*?<!-- end of text -->/s

const unbuilt =
  '<!doctype html><html lang="es-AR"><!-- head --><!-- end of head --><p>Falta construir la página: npm start la construye.</p><div id="root"></div><noscript><!-- text --><!-- end of text --></noscript></html>'

export type PageTemplate = {
  builtAt: Date
  version: string
  pictures: string | undefined
  /** Hashes of its inline scripts, for the content policy. */
  hashes: readonly string[]
  /** The whole page; `rendered` null leaves its content to the browser. */
  render(page: PageHead, publicUrl: string, rendered: RenderedPage | null): string
}

export function readTemplate(distDir: string): PageTemplate {
  const { html, builtAt } = readIndex(join(distDir, 'index.html'))
  const built = html.split(cuts)
  // A build of another release has no such places; a start builds anew.
  const parts = built.length === 4 ? built : unbuilt.split(cuts)
  const readable = scriptsAside(parts)
  return {
    builtAt,
    version: /<meta name="version" content="([\w-]+)"/.exec(html)?.[1] ?? 'unbuilt',
    pictures: /<meta name="pictures" content="([\w-]+)"/.exec(html)?.[1],
    hashes: [...parts.join('').matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => hashOf(script)),
    render(page, publicUrl, rendered) {
      const [start, top, bottom, end] = rendered ? readable : parts
      const head = headElements(page, publicUrl) + (rendered ? earlyLoads(rendered) : '')
      const text = rendered ? '' : `<p>Esto es lo que dice la página:</p>${page.text}`
      return `${start}${head}${top}<div id="root">${rendered?.markup ?? ''}</div>${answersOf(rendered)}${bottom}${text}${end}`
    },
  }
}

function earlyLoads({ hints, scripts }: RenderedPage): string {
  return hints + aside(scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}" />`))
}

const preload = /<link rel="modulepreload"[^>]*>/g

function scriptsAside(pieces: readonly string[]): string[] {
  const tags = pieces.flatMap((piece) => piece.match(preload) ?? [])
  return pieces.map((piece) => piece.replace(preload, '').replace('</head>', `${aside(tags)}</head>`))
}

/** The browser asks for these once the page is painted (frontend/arrival/scripts-once-painted.ts), after its text, fonts and pictures. */
function aside(tags: readonly string[]): string {
  const later = tags.map((tag) => tag.replace('<link', '$& fetchpriority="low"'))
  return `<template data-scripts>${later.join('')}</template>`
}

/** The page was made of these, so the browser need not ask for them. They are data, which no policy forbids to read. */
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
