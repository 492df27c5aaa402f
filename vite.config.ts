// Builds the shop's pages from frontend/ into dist/, and serves them in development beside the API on port 3000.
import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { everyScreen } from './backend/domain/screens.limits.ts'

type Bundle = Rolldown.OutputBundle

const fileOf = (path: string) => join(import.meta.dirname, 'frontend', path)
const hashOf = (texts: string[]) => hash('sha256', texts.sort().join('\n'), 'base64url').slice(0, 16)
const images = globSync('**/*.*', { cwd: fileOf('public/img') })
/** In the addresses of the pictures, and in the page for the server, so that browsers may keep them for ever. */
const pictures = hashOf(images.map((name) => name + readFileSync(fileOf(`public/img/${name}`), 'base64')))
const define = { builtPictures: JSON.stringify(pictures), __VITE_IS_MODERN__: 'false' }

const main = fileOf('index.html')
const rendered = everyScreen.flatMap(({ path, rendered: file }) => (file ? [{ path, file: fileOf(file) }] : []))
/** Of no use without a connection. */
const online = [fileOf('screens/panel/control-panel.tsx'), fileOf('features/checkout/wallet.tsx')]
const offlineImages = ['/loading.svg', '/img/logo-mark.svg', '/img/favicon.svg', '/img/avatar-default.svg']
/** The two Latin fonts: text settles before it is read, and nothing jumps. */
const fonts = ['inter-latin.woff2', 'oxanium-latin-wght-normal.woff2']

const versionOf = (bundle: Bundle) => hashOf(Object.keys(bundle).filter((name) => name.startsWith('assets/')))
const assetsIn = (bundle: Bundle) => Object.values(bundle).filter((file) => file.type === 'asset')
const fontsIn = (bundle: Bundle) =>
  assetsIn(bundle).flatMap(({ names, fileName }) => (fonts.includes(names[0] ?? '') ? [`/${fileName}`] : []))

/** The scripts that load with a module. */
function scriptsWith(bundle: Bundle, module: string, next = ({ imports }: Rolldown.OutputChunk) => imports) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const loaded = new Set(chunks.filter(({ facadeModuleId }) => facadeModuleId === module))
  for (const chunk of loaded) for (const one of chunks) if (next(chunk).includes(one.fileName)) loaded.add(one)
  return [...loaded].map(({ fileName }) => `/${fileName}`)
}
/** Also what is loaded later, unless it is of no use without a connection. */
const nextOffline = ({ facadeModuleId, imports, dynamicImports }: Rolldown.OutputChunk) =>
  online.includes(facadeModuleId ?? '') ? [] : [...imports, ...dynamicImports]

async function codeOf(input: string, format: 'iife' | 'es', values: Record<string, unknown>): Promise<string> {
  const rolldownOptions = { input: fileOf(input), output: { format, codeSplitting: false } }
  const options = { write: false, ssr: format === 'es', rolldownOptions }
  const settings: InlineConfig = { define: values, plugins: [react()], ssr: { noExternal: true }, build: options }
  const made = await build({ configFile: false, publicDir: false, logLevel: 'warn', ...settings })
  return (made as Rolldown.RolldownOutput).output[0].code
}

/** Puts into the page what it needs before its scripts run. */
const page: Plugin['transformIndexHtml'] = {
  order: 'post',
  async handler(html, { bundle, chunk }) {
    const entry = chunk ? JSON.stringify(`/${chunk.fileName}`) : 'undefined'
    const first = await codeOf('arrival/first-script.ts', 'iife', { builtEntry: entry })
    const withFirst = html.replace('<!-- theme -->', () => `<script>${first}</script>`)
    if (!bundle) return withFirst
    const styles = assetsIn(bundle).flatMap(({ fileName, source }) => (fileName.endsWith('.css') ? [source] : []))
    const head = [
      `<meta name="version" content="${versionOf(bundle)}" /><meta name="pictures" content="${pictures}" />`,
      ...fontsIn(bundle).map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}" />`),
      ...scriptsWith(bundle, main).map((href) => `<link rel="modulepreload" crossorigin href="${href}" />`),
      `<style>${styles.join('').replaceAll('</', '<\\/')}</style>`,
    ]
    return withFirst.replace(/<script type="module".*?<link rel="stylesheet".*?>/s, () => head.join(''))
  },
}

/** Builds the service worker, which knows the files of this build, and the renderer, which knows each screen's scripts. */
const workerAndRenderer: Plugin['generateBundle'] = async function (_options, bundle) {
  const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source })
  const builtFiles = [...scriptsWith(bundle, main, nextOffline), ...fontsIn(bundle), ...offlineImages]
  const known = { builtVersion: JSON.stringify(versionOf(bundle)), builtFiles }
  emit('service-worker.js', await codeOf('worker/service-worker.ts', 'iife', known))
  const code = await codeOf('server/render.tsx', 'es', { ...define, 'process.env.NODE_ENV': '"production"' })
  const renderer = `render-${hashOf([code])}.js`
  emit(`.server/${renderer}`, code)
  const first = scriptsWith(bundle, main)
  const isOwn = (script: string) => !first.includes(script)
  const scripts = rendered.map(({ path, file }) => [path, scriptsWith(bundle, file).filter(isOwn)])
  emit('.server/built.json', JSON.stringify({ renderer, scripts: Object.fromEntries(scripts) }))
}

/** A module of ours that two rendered screens need goes with all of them. */
const ofScreens: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  const users = new Set([id])
  for (const user of users) for (const importer of graph.getModuleInfo(user)?.importers ?? []) users.add(importer)
  return rendered.filter(({ file }) => users.has(file)).length > 1 ? 'screens' : null
}
/** Libraries stay in the browser from one release to the next. */
const groups = [
  { name: 'libraries', test: '/node_modules/react-dom/', priority: 2 },
  { name: ofScreens, debugName: 'screens', test: (id: string) => !id.includes('/node_modules/') },
  { name: 'icons', test: '/lucide-react/', minShareCount: 3 },
]

/** Forms, tables and charts. First pages show small trees: compiled they are 8 KB more of script and answer no sooner. */
const compiled =
  /frontend\/(?:features\/(?:account\/(?!user-)|checkout\/|contact\/|orders\/|panel\/)|screens\/(?:account|orders|panel)\/).*\.tsx?$/

export default defineConfig({
  root: 'frontend',
  define,
  plugins: [
    react({ compiler: true, include: compiled, refreshInclude: /\.tsx?$/ }),
    tailwindcss(),
    { name: 'gamertech', transformIndexHtml: page, generateBundle: workerAndRenderer },
  ],
  build: {
    // The oldest that know light-dark(): where older ones are named it is rewritten so that no part of a page can have the other theme.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5', 'ios17.5'],
    assetsInlineLimit: 0,
    // The page has its styles, and a screen's scripts are there by then. Vite's lists of both, for which it asks __VITE_IS_MODERN__, are 2 KB.
    modulePreload: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '^/(api|avatar)/': 'http://127.0.0.1:3000' } },
})
