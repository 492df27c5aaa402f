// Builds the shop's pages from frontend/ into dist/, and serves them in development beside the API on port 3000.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { everyScreen } from './backend/domain/screens.limits.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

const fileOf = (path: string) => join(import.meta.dirname, 'frontend', path)
const hashOf = (texts: string[]) =>
  createHash('sha256').update(texts.sort().join('\n')).digest('base64url').slice(0, 16)
const images = readdirSync(fileOf('public/img'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.includes('.'),
)
/** In the addresses of the pictures, and in the page for the server, so that browsers may keep them for ever. */
const pictures = hashOf(images.map((name) => name + readFileSync(fileOf(`public/img/${name}`), 'base64')))
/** Without `__VITE_IS_MODERN__` Vite looks for no styles and scripts to load before a part: the page has them. */
const define = { builtPictures: JSON.stringify(pictures), __VITE_IS_MODERN__: 'false' }

const main = fileOf('main.tsx')
const rendered = everyScreen.flatMap(({ path, rendered: file }) => (file ? [{ path, file: fileOf(file) }] : []))
/** Of no use without a connection. */
const online = [fileOf('screens/panel/control-panel.tsx'), fileOf('features/checkout/wallet.tsx')]
const offlineImages = ['/loading.svg', '/img/logo-mark.svg', '/img/favicon.svg', '/img/avatar-default.svg']
/** The two Latin fonts: text settles before it is read, and nothing jumps. */
const fonts = ['inter-latin.woff2', 'oxanium-latin-wght-normal.woff2']

const assetsIn = (bundle: Bundle) => Object.values(bundle).filter((file) => file.type === 'asset')
const fontsIn = (bundle: Bundle) => assetsIn(bundle).filter(({ names }) => names.some((name) => fonts.includes(name)))
const versionOf = (bundle: Bundle) => hashOf(Object.keys(bundle).filter((name) => name.startsWith('assets/')))
const addressesOf = (files: { fileName: string }[]) => files.map(({ fileName }) => `/${fileName}`)

/** The scripts that load with those that `isFirst` names. */
function scriptsWith(bundle: Bundle, isFirst: (chunk: Chunk) => boolean, next = ({ imports }: Chunk) => imports) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const loaded = new Set(chunks.filter(isFirst))
  for (const chunk of loaded) for (const one of chunks) if (next(chunk).includes(one.fileName)) loaded.add(one)
  return addressesOf([...loaded])
}
const isEntry = (chunk: Chunk) => chunk.isEntry
/** Also what is loaded later, unless it is of no use without a connection. */
const nextOffline = ({ facadeModuleId, imports, dynamicImports }: Chunk) =>
  online.includes(facadeModuleId ?? '') ? [] : [...imports, ...dynamicImports]

async function bundled(input: string, output: Rolldown.OutputOptions, settings: InlineConfig) {
  const options = {
    write: false,
    target: 'es2022',
    rolldownOptions: { input: fileOf(input), output },
    ...settings.build,
  }
  const made = await build({ configFile: false, publicDir: false, logLevel: 'warn', ...settings, build: options })
  return (made as Rolldown.RolldownOutput).output[0]
}
const scriptOf = async (input: string, values: Record<string, unknown>) => {
  const texts = Object.entries(values).map(([name, value]) => [name, JSON.stringify(value) ?? 'undefined'])
  return (await bundled(input, { format: 'iife' }, { define: Object.fromEntries(texts) })).code
}

/** Puts into the page what it needs before its scripts run. */
function page(): Plugin {
  return {
    name: 'gamertech-page',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle, chunk }) {
        const first = await scriptOf('arrival/first-script.ts', { builtEntry: chunk && `/${chunk.fileName}` })
        const withFirst = html.replace('<!-- theme -->', () => `<script>${first}</script>`)
        if (!bundle) return withFirst
        const styles = assetsIn(bundle).flatMap(({ fileName, source }) => (fileName.endsWith('.css') ? [source] : []))
        const style = `<style>${styles.join('').replaceAll('</', '<\\/')}</style>`
        const tag = (name: string, attrs: Record<string, string>) => ({ tag: name, attrs, injectTo: 'head' as const })
        const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' }
        const tags = [
          tag('meta', { name: 'version', content: versionOf(bundle) }),
          tag('meta', { name: 'pictures', content: pictures }),
          ...addressesOf(fontsIn(bundle)).map((href) => tag('link', { ...font, href })),
          ...scriptsWith(bundle, isEntry).map((href) => tag('link', { rel: 'modulepreload', crossorigin: '', href })),
        ]
        const bare = withFirst.replace(/<script type="module".*?<\/script>/, '')
        return { html: bare.replace(/<link rel="stylesheet".*?>/, () => style), tags }
      },
    },
  }
}

/** Builds the service worker, which knows the files of this build, and the renderer, which knows each screen's scripts. */
function workerAndRenderer(): Plugin {
  return {
    name: 'gamertech-worker-and-renderer',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source })
      const offline = [...scriptsWith(bundle, isEntry, nextOffline), ...addressesOf(fontsIn(bundle)), ...offlineImages]
      const known = { builtVersion: versionOf(bundle), builtFiles: offline }
      emit('service-worker.js', await scriptOf('worker/service-worker.ts', known))
      const first = scriptsWith(bundle, isEntry)
      const scripts = rendered.map(({ path, file }) => {
        const all = scriptsWith(bundle, ({ facadeModuleId }) => facadeModuleId === file)
        if (all.length === 0) throw new Error(`${file} is not a part of the pages.`)
        return [path, all.filter((script) => !first.includes(script))]
      })
      const renderer = await bundled(
        'server/render.tsx',
        { entryFileNames: 'render-[hash].js', codeSplitting: false },
        {
          plugins: [react()],
          define: { 'process.env.NODE_ENV': '"production"', ...define },
          ssr: { noExternal: true },
          build: { ssr: true, target: 'es2024' },
        },
      )
      emit(`.server/${renderer.fileName}`, renderer.code)
      emit('.server/built.json', JSON.stringify({ renderer: renderer.fileName, scripts: Object.fromEntries(scripts) }))
    },
  }
}

const isIcon = (id: string) => id.includes('/lucide-react/dist/esm/icons/')
/** All icons come by one index: their importers' code says who needs which. */
function importersOf(id: string, graph: Rolldown.ChunkingContext): string[] {
  const importers = graph.getModuleInfo(id)?.importers ?? []
  if (!isIcon(id)) return importers
  const name = basename(id, '.mjs').replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const imported = new RegExp(`\\b${name}\\b[^}]*} from ["']lucide-react`)
  const all = importers.flatMap((index) => graph.getModuleInfo(index)?.importers ?? [])
  return all.filter((importer) => imported.test(graph.getModuleInfo(importer)?.code ?? ''))
}
/** The first module and the lazy parts that load a module of ours or an icon. */
function partsWith(id: string, graph: Rolldown.ChunkingContext): string[] {
  const users = new Set(id.includes('/node_modules/') && !isIcon(id) ? [] : [id])
  for (const user of users) for (const importer of importersOf(user, graph)) users.add(importer)
  return [...users].filter((user) => user === main || graph.getModuleInfo(user)?.dynamicImporters.length)
}
const screensIn = (parts: string[]) => rendered.filter(({ file }) => parts.includes(file))
/** Goes with every first page: what the first module needs, and most of what rendered screens share. */
const ofShop: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  const parts = partsWith(id, graph)
  const isFirst = id !== main && parts.includes(main)
  return isFirst || screensIn(parts).length > (isIcon(id) ? 1 : 2) ? 'shop' : null
}
/** The rest of what a rendered screen shares goes by the screens that need it, but not with a part that only they open. */
const ofScreens: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  const parts = partsWith(id, graph)
  const openersOf = (part: string) => graph.getModuleInfo(part)?.dynamicImporters.flatMap((by) => partsWith(by, graph))
  const isOpenedLater = (part: string) => openersOf(part)?.every((by) => by !== part && parts.includes(by))
  const screens = screensIn(parts).map(({ path }) => path.split('/')[1])
  const isShared = parts.filter((part) => !isOpenedLater(part)).length > 1
  return isShared && screens.length > 0 ? `with-${screens.join('-')}` : null
}
/** What every page needs and no release of the shop changes: it stays in the browser from one release to the next. */
const libraries = ['react', 'react-dom', 'scheduler']
const isLibrary = (id: string) => libraries.some((name) => id.includes(`/node_modules/${name}/`))

/**
 * Forms, tables and charts: the compiler keeps what did not change from being rendered again. What first pages show is small trees: compiled
 * they are 8 KB more of script, compressed, and answer no sooner.
 */
const compiled =
  /frontend\/(?:features\/(?:account\/(?!user-)|checkout\/|contact\/|orders\/|panel\/)|screens\/(?:account|orders|panel)\/).*\.tsx?$/

export default defineConfig({
  root: 'frontend',
  define,
  plugins: [
    react({ compiler: true, include: compiled, refreshInclude: /\.tsx?$/ }),
    tailwindcss(),
    page(),
    workerAndRenderer(),
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
            { name: 'libraries', test: isLibrary, priority: 2 },
            { name: ofShop, debugName: 'shop', priority: 1 },
            { name: ofScreens, debugName: 'screens' },
          ],
        },
      },
    },
  },
  server: { proxy: { '^/(api|avatar)/': 'http://127.0.0.1:3000' } },
})
