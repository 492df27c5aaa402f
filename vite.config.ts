// Builds the shop's pages from frontend/ into dist/, and serves them in development beside the API on port 3000.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { everyScreen } from './backend/domain/screens.limits.ts'
import { keepEarlyActs } from './frontend/arrival/early-acts.ts'
import { askForScriptsOncePainted } from './frontend/arrival/scripts-once-painted.ts'
import { applyStoredTheme } from './frontend/stored-theme.ts'

/** Names what the pictures of the pages show. */
function versionOfPictures(): string {
  const folder = 'frontend/public/img'
  const hash = createHash('sha256')
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (file.includes('.')) hash.update(file).update(readFileSync(join(folder, file)))
  return hash.digest('base64url').slice(0, 12)
}

/** In the addresses of the pictures, and in the page for the server, which lets browsers keep them for ever by it. */
const pictures = versionOfPictures()

/** The two Latin font files: text settles before it is read, and nothing jumps. */
const shellFonts = /\/(?:inter-latin|oxanium-latin-wght-normal)-[\w-]{8}\.woff2$/

/** Names in the page what it needs at once: the fonts, and what its first script imports. */
function preloads(): Plugin {
  return {
    name: 'gamertech-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const fonts = Object.keys(bundle).filter((file) => shellFonts.test(file))
        const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' }
        const links = [
          ...fonts.map((file) => ({ ...font, href: `/${file}` })),
          ...[...scriptsOfAll(bundle)].map((file) => ({ rel: 'modulepreload', crossorigin: '', href: `/${file}` })),
        ]
        return links.map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' as const }))
      },
    },
  }
}

/** The chosen theme holds before anything is drawn, nothing that is pressed is lost, and scripts wait for what is read: no other way is early enough. */
function themeFirst(): Plugin {
  const first = [applyStoredTheme, keepEarlyActs].map((run) => `(${run.toString()})()`).join(';')
  return {
    name: 'gamertech-theme-first',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { chunk }) => {
        const ask = chunk ? `;(${askForScriptsOncePainted.toString()})("/${chunk.fileName}")` : ''
        const page = chunk ? html.replace(/\s*<script type="module"[^>]*><\/script>/, '') : html
        return page.replace('<!-- theme -->', () => `<script>${first}${ask}</script>`)
      },
    },
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
          { tag: 'meta', attrs: { name: 'pictures', content: pictures }, injectTo: 'head-prepend' as const },
        ],
    },
    async generateBundle(_options, bundle) {
      const defined = {
        builtVersion: JSON.stringify(versionOf(bundle)),
        builtFiles: JSON.stringify(filesOfShell(bundle)),
      }
      const input = 'frontend/worker/service-worker.ts'
      const rolldownOptions = { input, output: { format: 'iife' as const, entryFileNames: 'service-worker.js' } }
      const settings = { write: false, target: 'es2022', rolldownOptions }
      const made = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: defined,
        build: settings,
      })
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

/** Vite's way to load a part first looks for the part's styles and scripts, which are in the page: what is left tells of a part that is gone. */
function plainParts(): Plugin {
  const code = `export const __vitePreload = (load) => load().catch((error) => {
    if (dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }))) throw error
  })`
  return {
    name: 'gamertech-plain-parts',
    apply: 'build',
    transform: { filter: { id: /vite\/preload-helper\.js$/ }, handler: () => ({ code, map: null }) },
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
        plugins: [react()],
        define: { 'process.env.NODE_ENV': '"production"', ...define },
        ssr: { noExternal: true },
        build: { write: false, target: 'es2024', ssr: 'server/render.tsx', rolldownOptions: { output } },
      })
      const [renderer] = (made as Rolldown.RolldownOutput).output
      const known = scriptsOfAll(bundle)
      const scripts = Object.fromEntries(
        everyScreen.flatMap(({ path, rendered }) => (rendered ? [[path, scriptsOf(rendered, bundle, known)]] : [])),
      )
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

/** What every page needs and no release of the shop changes: it stays in the browser from one release to the next. */
const libraries =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack)\/(?!.*(?:queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery|infiniteQueryOptions)\.)/

/** Stars, prices, fields, icons and the like: those that several screens show travel together rather than as dozens of tiny files. */
const pieces =
  /frontend\/(?:ui\/(?!dialog|file-field|focus-return|notice-view|now\.|outcome|save-file|toast-view|rotating-hero|quantity-box)|layout\/(?:page|site-footer)\.)|lucide-react\/(?!.*\/icons\/)|icons\/(?:arrow-\w+|badge-check|check|chevron-\w+|image-off|minus|monitor|moon|package-open|package-x|plus|search|search-x|shield-check|shopping-cart|star|store|sun|truck|x)\.mjs/
/** What a product's page says of its delivery, and the checkout too. */
const delivery =
  /features\/delivery\/(?:delivery-estimate|delivery-words|delivery\.queries|postal-code)\.|postal-code\.limits/

/** Lists that go on: orders, and the audit. */
const further = /infiniteQueryObserver|useInfiniteQuery|infiniteQueryOptions/

/** What the shopper's first page runs anyway. */
const shell = /frontend\/(?:(?!form-draft|main)[^/]+|arrival\/[^/]+|live\/(?!product-changes)[^/]+)\.tsx?$/

/**
 * Forms, tables and charts: the compiler keeps what did not change from being rendered again. What first pages show is small trees: compiled
 * they are 8 KB more of script, compressed, and answer no sooner.
 */
const compiled =
  /frontend\/(?:features\/(?:account\/(?!user-)|checkout\/|contact\/|orders\/|panel\/)|screens\/(?:account|orders|panel)\/).*\.tsx?$/

const define = { builtPictures: JSON.stringify(pictures) }

export default defineConfig({
  root: 'frontend',
  define,
  plugins: [
    react({ compiler: true, include: compiled, refreshInclude: /\.tsx?$/ }),
    tailwindcss(),
    themeFirst(),
    preloads(),
    stylesInPage(),
    plainParts(),
    offline(),
    renderedByServer(),
    apiDocs(),
  ],
  // React has it by itself since version 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' }] },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    // The oldest that know light-dark(): where older ones are named it is rewritten so that no part of a page can have the other theme.
    cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5', 'ios17.5'],
    assetsInlineLimit: 0,
    // A screen's parts are in the service worker's hands, or loaded by then: the lists of them would be 2 KB of every first page.
    modulePreload: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: libraries, priority: 2 },
            { name: 'shop', test: (id: string) => pieces.test(id) || shell.test(id), priority: 1 },
            { name: 'icons', test: /lucide-react/, minShareCount: 4 },
            { name: 'delivery', test: delivery },
            { name: 'further', test: further },
          ],
        },
      },
    },
  },
  server: { proxy: { '^/(api|avatar)/': 'http://127.0.0.1:3000' } },
})
