// Builds the shop's pages from frontend/ into dist/, and serves them in development beside the API on port 3000.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { nonceMark } from './backend/http/middleware/security-headers.ts'
import { keepEarlyActs } from './frontend/arrival/early-acts.ts'
import { renderedScreens } from './frontend/server/rendered-screens.ts'
import { applyStoredTheme } from './frontend/stored-theme.ts'

/** Preloads the two Latin font files, so that text settles before it is read and nothing jumps. */
const shellFonts = /(inter|oxanium)-latin-wght-normal-.*\.woff2$/

function preloadFonts(): Plugin {
  return {
    name: 'gamertech-preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => shellFonts.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** The chosen theme holds before anything is drawn, and nothing that is pressed is lost: no other way is early enough. */
function themeFirst(): Plugin {
  const first = [applyStoredTheme, keepEarlyActs].map((run) => `(${run.toString()})()`)
  const script = `<script nonce="${nonceMark}">${first.join(';')}</script>`
  return {
    name: 'gamertech-theme-first',
    transformIndexHtml: { order: 'post', handler: (html) => html.replace('<!-- theme -->', script) },
  }
}

/** Names a build by its files, whose names carry the hashes of their contents. */
function versionOf(bundle: Rolldown.OutputBundle): string {
  const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
  return createHash('sha256').update(names.sort().join('\n')).digest('base64url').slice(0, 16)
}

/** The files that shoppers need without a connection: not the panel's, nor the wallet's, nor letters of other scripts. */
function filesOfShell(bundle: Rolldown.OutputBundle): string[] {
  const isElsewhere = (id: string) => /\/(?:screens|features)\/panel\/|\/checkout\/wallet\.tsx$/.test(id)
  const isWanted = (file: Rolldown.OutputBundle[string]) => {
    if (!file.fileName.startsWith('assets/')) return false
    if (file.type === 'chunk') return !isElsewhere(file.facadeModuleId ?? '')
    // The styles stand in the page itself.
    if (file.fileName.endsWith('.css')) return false
    return !file.fileName.endsWith('.woff2') || shellFonts.test(file.fileName)
  }
  const built = Object.values(bundle).filter(isWanted)
  return [
    ...built.map(({ fileName }) => `/${fileName}`),
    '/loading.svg',
    '/img/logo-mark.svg',
    '/img/favicon.svg',
    '/img/avatar-default.svg',
  ]
}

/** Builds the service worker, which knows the files of this build, and writes the build's name into the page. */
function offline(): Plugin {
  return {
    name: 'gamertech-offline',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        bundle && [
          { tag: 'meta', attrs: { name: 'version', content: versionOf(bundle) }, injectTo: 'head-prepend' as const },
        ],
    },
    async generateBundle(_options, bundle) {
      const define = {
        builtVersion: JSON.stringify(versionOf(bundle)),
        builtFiles: JSON.stringify(filesOfShell(bundle)),
      }
      const input = 'frontend/worker/service-worker.ts'
      const rolldownOptions = { input, output: { format: 'iife' as const, entryFileNames: 'service-worker.js' } }
      const settings = { write: false, target: 'es2022', rolldownOptions }
      const made = await build({ configFile: false, publicDir: false, logLevel: 'warn', define, build: settings })
      const { output } = made as Rolldown.RolldownOutput
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: output[0].code })
    },
  }
}

/** The styles stand in the page: nothing is drawn without them, and asking for them would cost a round trip. */
function stylesInPage(): Plugin {
  return {
    name: 'gamertech-styles-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        html.replace(/<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+)"[^>]*>/g, (link, file: string) => {
          const styles = bundle?.[file]
          return styles?.type === 'asset' ? `<style>${String(styles.source).replaceAll('</', '<\\/')}</style>` : link
        }),
    },
  }
}

/** The scripts that a screen needs, as addresses; `known`: those that every page loads. */
function scriptsOf(screen: string, bundle: Rolldown.OutputBundle, known: ReadonlySet<string>): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const first = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/frontend/${screen}`))
  if (!first) throw new Error(`${screen} is not a part of the pages.`)
  const wanted = new Set([first.fileName])
  for (const name of wanted) {
    const chunk = bundle[name]
    if (chunk?.type === 'chunk') for (const file of chunk.imports) if (!known.has(file)) wanted.add(file)
  }
  return [...wanted].map((name) => `/${name}`)
}

/** Everything that the page's first script brings along. */
function scriptsOfAll(bundle: Rolldown.OutputBundle): Set<string> {
  const entries = Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry)
  const all = new Set(entries.map(({ fileName }) => fileName))
  for (const name of all) {
    const chunk = bundle[name]
    if (chunk?.type === 'chunk') for (const file of chunk.imports) all.add(file)
  }
  return all
}

/** Builds the same pages for the server, in one file that needs no other, and notes which scripts their screens load. */
function renderedByServer(): Plugin {
  return {
    name: 'gamertech-rendered-by-server',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const output = { entryFileNames: 'render-[hash].js', codeSplitting: false }
      const made = await build({
        configFile: false,
        root: 'frontend',
        logLevel: 'warn',
        plugins: [react({ compiler: true })],
        define: { 'process.env.NODE_ENV': '"production"' },
        ssr: { noExternal: true },
        build: { write: false, target: 'es2024', ssr: 'server/render.tsx', rolldownOptions: { output } },
      })
      const [renderer] = (made as Rolldown.RolldownOutput).output
      const known = scriptsOfAll(bundle)
      const screens = Object.entries(renderedScreens)
      const scripts = Object.fromEntries(screens.map(([path, screen]) => [path, scriptsOf(screen, bundle, known)]))
      const emit = (name: string, source: string) =>
        this.emitFile({ type: 'asset', fileName: `.server/${name}`, source })
      emit(renderer.fileName, renderer.code)
      emit('built.json', JSON.stringify({ renderer: renderer.fileName, scripts }))
    },
  }
}

/** Swagger UI as it was published, for /api/docs. It is copied and not built: nothing of it is in what a shopper loads. */
function apiDocs(): Plugin {
  const folder = new URL('.', import.meta.resolve('swagger-ui-dist/package.json'))
  return {
    name: 'gamertech-api-docs',
    apply: 'build',
    generateBundle() {
      for (const name of ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css'])
        this.emitFile({
          type: 'asset',
          fileName: `api-docs/${name}`,
          source: readFileSync(fileURLToPath(new URL(name, folder))),
        })
    },
  }
}

/** Buttons, fields, prices and the like, without those that bring a library along. */
const pieces = /frontend\/ui\/(?!dialog|notice-view|toast-view|rotating-hero)/

export default defineConfig({
  root: 'frontend',
  html: { cspNonce: nonceMark },
  plugins: [
    react({ compiler: true }),
    tailwindcss(),
    themeFirst(),
    preloadFonts(),
    stylesInPage(),
    offline(),
    renderedByServer(),
    apiDocs(),
  ],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    // The oldest that know light-dark(): where older ones are named it is rewritten so that no part of a page can have the other theme.
    cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5', 'ios17.5'],
    assetsInlineLimit: 0,
    // Pieces that every screen uses travel together rather than as dozens of tiny files.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'icons', test: /lucide-react/ },
            { name: 'pieces', test: pieces },
          ],
        },
      },
    },
  },
  server: { proxy: { '^/(api|avatar)/': 'http://127.0.0.1:3000' } },
})
