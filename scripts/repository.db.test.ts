// The repository as it stands: what lies in it, what it depends on, who reads the environment, what its documents own up to.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseFile } from '#scripts/architecture/parsed-file.ts'
import { readSources } from '#scripts/architecture/source-file.ts'
import { packageOf } from '#scripts/architecture/walls.ts'
import { checkArchitecture } from '#scripts/check-architecture.ts'

// Some read every source, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFile(join(root, path), 'utf8')

test('[OPS-14] [T50 partial] the top level has the five source folders, the one of how it is deployed, the three files and what tools demand, and nothing else', async () => {
  const ignored = new Set((await read('.gitignore')).split('\n').map((line) => line.replace(/\/$/, '')))
  const entries = await readdir(root, { withFileTypes: true })
  const kept = entries.filter(({ name }) => name !== '.git' && !ignored.has(name) && !name.endsWith('.log'))
  const folders = kept.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(folders.sort()).toEqual(['.ci', 'backend', 'deploy', 'docs', 'frontend', 'migrations', 'scripts'])
  const files = kept.filter((entry) => entry.isFile()).map(({ name }) => name)
  expect(files).toEqual(expect.arrayContaining(['package.json', 'compose.yaml', 'README.md']))
  const ofTools = /^(\.\w+|\.oxlintrc\.json|\w+\.config\.ts|(biome|knip|tsconfig|package-lock)\.json|LICENSE)$/
  const others = files.filter((name) => !ofTools.test(name))
  expect(others.sort()).toEqual(['README.md', 'compose.yaml', 'package.json'])

  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(await read('package.json'))
  for (const [name, version] of Object.entries<string>({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  }))
    expect(`${name}@${version}`).toMatch(/@\d+\.\d+\.\d+(-[\w.]+)?$/)
})

test('every test that docs/SECURITY.md names is there; those of a threat have its number in a title, and but for one of them one shows all of it', async () => {
  const security = await read('docs/SECURITY.md')
  const tests = new Map((await readSources(root)).map(({ path, text: source }) => [path.split('/').at(-1), source]))
  const namedIn = (text: string) => [...text.matchAll(/`([\w.-]+\.test\.ts)`/g)].map(([, name]) => name ?? '')
  expect(namedIn(security).filter((name) => !tests.has(name))).toEqual([])
  const threats = Array.from({ length: 50 }, (_, nth) => `T${nth + 1}`)
  // The document says what is missing of these.
  const inPart = ['T7']
  const unshown = threats.flatMap((threat) => {
    const row = new RegExp(`^\\| ${threat} \\|.*$`, 'm').exec(security)?.[0] ?? ''
    const title = (what: string) => new RegExp(`['"\`\\]] ?\\[${threat}${what}\\]`)
    const silent = namedIn(row).filter((name) => !title('( partial)?').test(tests.get(name) ?? ''))
    const isWhole = namedIn(row).some((name) => title('').test(tests.get(name) ?? ''))
    return [
      ...silent.map((name) => `${threat} ${name}`),
      ...(isWhole !== inPart.includes(threat) ? [] : [`${threat} ${isWhole ? 'is whole' : 'by no test'}`]),
    ]
  })
  expect(unshown).toEqual([])
})

/** How many requirements of levels 1 and 2 each section of ASVS 5.0 has; those of level 3 come after them. */
const sectionsOfAsvs =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 ' +
  '6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 ' +
  '10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 ' +
  '14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2'

test('docs/SECURITY.md answers every requirement of levels 1 and 2 of ASVS 5.0, each in one row', async () => {
  const wanted = sectionsOfAsvs.split(' ').flatMap((section) => {
    const [name, count] = section.split(':')
    return Array.from({ length: Number(count) }, (_, nth) => `${name}.${nth + 1}`)
  })
  expect(wanted).toHaveLength(253)
  const [, asvs = ''] = (await read('docs/SECURITY.md')).split('## ASVS 5.0')
  const heads = [...asvs.matchAll(/^\| (\d+\.[^|]*) \|/gm)].map(([, head]) => head ?? '')
  const answered = heads.flatMap((head) =>
    [...head.matchAll(/(\d+\.\d+)\.(\d+)(?:–\1\.(\d+))?/g)].flatMap(([, section, first, last]) =>
      Array.from(
        { length: Number(last ?? first) - Number(first) + 1 },
        (_, nth) => `${section}.${Number(first) + nth}`,
      ),
    ),
  )
  expect(wanted.filter((row) => !answered.includes(row))).toEqual([])
  expect(answered.filter((row, at) => answered.indexOf(row) !== at)).toEqual([])
})

test('[T50] what is installed is what the lock file says, by hash and from npm alone; a package.json that drifted from it is refused', async () => {
  const lock = JSON.parse(await read('package-lock.json'))
  const { '': own, ...packages } = lock.packages as Record<string, Record<string, unknown>>
  const unlocked = Object.entries(packages).filter(
    ([, { integrity, resolved, link }]) => link || resolved || !String(integrity).startsWith('sha512-'),
  )
  expect(unlocked).toEqual([])
  const manifest = JSON.parse(await read('package.json'))
  expect(own).toMatchObject({ dependencies: manifest.dependencies, devDependencies: manifest.devDependencies })
  const folder = await mkdtemp(join(tmpdir(), 'gamertech-drift-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock))
  // An older version of a package that no other one asks for: npm finds it without the registry.
  await mkdir(join(folder, 'older'))
  await writeFile(join(folder, 'older/package.json'), JSON.stringify({ name: 'postal-mime', version: '3.0.0' }))
  const install = async (dependencies: object) => {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies }))
    // Whoever runs the tests may have silenced npm.
    const cache = `--cache=${join(folder, 'empty-cache')}`
    const args = ['ci', '--dry-run', '--offline', '--ignore-scripts', '--loglevel=error', cache]
    const npm = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    const [said, [status]] = await Promise.all([text(npm.stderr), once(npm, 'close')])
    return [status === 0, said.includes('EUSAGE')]
  }
  expect(await install(manifest.dependencies)).toEqual([true, false])
  expect(await install({ ...manifest.dependencies, 'postal-mime': 'file:older' })).toEqual([false, true])
})

test('what reports installs to its makers is replaced by an empty package', async () => {
  const { packages } = JSON.parse(await read('package-lock.json'))
  const scarfs = Object.entries<{ name?: string }>(packages).filter(([path]) => path.includes('@scarf/'))
  expect(scarfs.map(([path, { name }]) => [path, name])).toEqual([['node_modules/@scarf/scarf', 'client-only']])
})

test('[OPS-15] the named packages are dependencies and imported by code that runs', async () => {
  const named = [
    ...['react', 'react-dom', '@tanstack/react-router', '@tanstack/react-query', 'hono', '@hono/zod-validator', 'zod'],
    ...['kysely', 'pg', 'pg-boss', 'jose', 'mercadopago', 'vitest', 'testcontainers'],
  ]
  const { dependencies, devDependencies } = JSON.parse(await read('package.json'))
  expect(Object.keys({ ...dependencies, ...devDependencies })).toEqual(expect.arrayContaining(named))
  // A test runs too: it is where vitest and testcontainers do their work.
  const sources = await readSources(root)
  const values = sources.flatMap((file) => parseFile(file).imports.filter(({ isTypeOnly }) => !isTypeOnly))
  expect([...new Set(values.map(({ target }) => packageOf(target)))]).toEqual(expect.arrayContaining(named))
})

test('[ENV-12] one file reads the environment, by this search and by the check that guards it', async () => {
  const reads =
    /\bprocess\s*(\?\.|\.)\s*env\b|\bprocess\s*\[|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b|from 'node:process'|import\.meta\.env\.(?!DEV|PROD|MODE)/
  const sources = (await readSources(root)).filter(({ path }) => path !== 'scripts/repository.db.test.ts')
  const code = ({ text }: { text: string }) => text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  expect(sources.filter((file) => reads.test(code(file))).map(({ path }) => path)).toEqual([
    'backend/config/process-environment.mjs',
  ])
  expect(checkArchitecture(await readSources(root))).toEqual([])
})

/** The rows of the requirements that ask for something else than the specification says. */
const departing = [
  ...[
    'LAND-05',
    'LAND-06',
    'CAT-09',
    'CAT-21',
    'PROD-07',
    'PROD-09',
    'REV-01',
    'REV-04',
    'CART-08',
    'CHK-13',
    'ACC-04',
    'ACC-09',
  ],
  ...[
    'PROF-03',
    'ROLE-04',
    'STOR-02',
    'STOR-06',
    'API-01',
    'API-03',
    'API-07',
    'API-40',
    'API-43',
    'API-45',
    'API-48',
    'ERR-01',
    'ERR-03',
  ],
  ...[
    'API-17',
    'API-19',
    'API-21',
    'CART-02',
    'CAT-05',
    'CAT-15',
    'NAV-08',
    'PAN-05',
    'PAN-07',
    'PAN-11',
    'PAN-17',
    'PAN-18',
    'PAN-24',
    'PROF-01',
  ],
]

test('[OPS-16 partial] every row that departs from the specification has a line with its reason', async () => {
  const table = await read('docs/decisions/028-departures-from-the-spec.md')
  const lines = [...table.matchAll(/^\| (?!---|departure)([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)]
  const known = await read('docs/requirements.md')
  for (const [, departure = '', reason = '', rows = ''] of lines) {
    expect(reason.length, departure).toBeGreaterThan(15)
    for (const row of rows.split(', ')) expect(known).toContain(`- [${row}] `)
  }
  const rows = lines.flatMap(([, , , list = '']) => list.split(', '))
  expect([...new Set(rows)].sort()).toEqual([...departing].sort())
  expect(table).toMatch(/^\| The storage key `token` .* \| STOR-02 \|$/m)
  expect(table).toMatch(/^\| Creating a purchase does not append .* \| CHK-13 \|$/m)
})
