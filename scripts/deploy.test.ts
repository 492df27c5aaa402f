// What compose.yaml and deploy/ say of the shop is what its code knows: variables, times, and what those who watch it ask and expect.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '#backend/config/config.ts'
import { environment } from '#backend/config/environment.ts'
import { healthRoutes, type Stage } from '#backend/http/routes/health.routes.ts'

const read = (path: string) => readFile(join(import.meta.dirname, '..', path), 'utf8')
const known = Object.keys(environment.shape)

/** The lines `NAME: value` below a line that begins a block; '' where nothing is said. */
function variablesBelow(text: string, head: string): Record<string, string> {
  const [, block = ''] = text.split(`\n${head}\n`)
  const indent = /^ */.exec(block)?.[0] ?? ''
  const lines = block.split('\n')
  const end = lines.findIndex((line) => line !== '' && !line.startsWith(indent))
  const pairs = lines
    .slice(0, end === -1 ? undefined : end)
    .map((line) => /^ +([A-Z][A-Z0-9_]+):(?: (.*))?$/.exec(line))
  return Object.fromEntries(pairs.filter((pair) => pair !== null).map(([, name = '', value = '']) => [name, value]))
}

/** As README.md lists them under "In production". */
const production: Record<string, string> = {
  PUBLIC_URL: 'https://tienda.example',
  DATA_KEY: randomBytes(32).toString('base64'),
  SESSION_SECRET: randomBytes(24).toString('hex'),
  SUPER_ADMIN_KEY: 'a-key-for-roles',
  METRICS_TOKEN: randomBytes(16).toString('hex'),
  MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1',
  MERCADOPAGO_PUBLIC_KEY: 'APP_USR-2',
  MERCADOPAGO_WEBHOOK_SECRET: 'w'.repeat(16),
  OIDC_CLIENT_ID: 'shop',
  OIDC_CLIENT_SECRET: 'secret',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'hola@tienda.example',
  SHOP_DATABASE_PASSWORD: 'letters',
}

/** As compose gives it to the process: what stands there without a value comes from outside, and what is nowhere is left out. */
function given(variables: Record<string, string>): Record<string, string> {
  const filled = Object.entries(variables).flatMap(([name, value]) => {
    const text = value.replace(/^"(.*)"$/, '$1').replace(/\$\{(\w+)[^}]*\}/g, (_, of: string) => production[of] ?? '')
    return text !== '' ? [[name, text]] : production[name] === undefined ? [] : [[name, production[name]]]
  })
  return Object.fromEntries(filled)
}

const ofTheCluster = { file: 'deploy/compose.yaml', head: 'x-variables: &variables' }

describe('the variables of the shop', () => {
  test.for([
    { file: 'compose.yaml', head: '    environment:', without: ['NODE_ENV', 'DATA_DIR', 'DATABASE_READ_URLS'] },
    { ...ofTheCluster, without: ['NODE_ENV', 'DATA_DIR', 'PORT', 'ROLE', 'DEMO', 'ALLOW_SANDBOX'] },
  ])('$file hands on each of them and no other', async ({ file, head, without }) => {
    const [before = '', after = ''] = (await read(file)).split(/\n {2}shop:\n/)
    const names = Object.keys(variablesBelow(head.startsWith('x-') ? before : after, head))
    expect(names.toSorted()).toEqual(known.filter((name) => !without.includes(name)).toSorted())
  })

  test('with those of README.md, which tells of all of them, the processes of deploy/compose.yaml take what it gives them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gamertech-deploy-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const text = await read(ofTheCluster.file)
    const roles = [...text.matchAll(/environment: \{ <<: \*variables, ROLE: (\w+) \}/g)].map(([, role]) => role)
    expect(roles).toEqual(['worker', 'worker', 'web', 'web'])
    for (const role of new Set(roles)) {
      const variables = { ...variablesBelow(text, ofTheCluster.head), ROLE: role ?? '', DATA_DIR: folder }
      const config = loadConfig(given(variables))
      expect(config).toMatchObject({ isPublic: true, role, trustedProxies: 1, port: 3000, drainSeconds: 5 })
      expect(config.secrets.readUrls).toHaveLength(3)
    }
    const [, listing = ''] = (await read('README.md')).split('## In production')
    const listed = [...listing.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name)
    expect(listed.length).toBeGreaterThan(10)
    expect(listed.filter((name) => !known.includes(name ?? ''))).toEqual([])
    const untold = known.filter((name) => !new RegExp(`\\b${name}\\b`).test(listing))
    expect(untold).toEqual([])
  })

  test('deploy/cloudnative-pg gives its own to both kinds of processes', async () => {
    const text = await read('deploy/cloudnative-pg/shop.yaml')
    const pairs = [...text.matchAll(/- (?:\{ )?name: ([A-Z_]+)(?:, value: "?([^"}]*?)"? \})?$/gm)]
    expect(pairs.filter(([, name = '']) => !known.includes(name))).toEqual([])
    const valuesOf = (name: string) => pairs.filter((pair) => pair[1] === name).map(([, , value]) => value?.trim())
    expect(valuesOf('ROLE')).toEqual(['worker', 'web'])
    expect(valuesOf('DATABASE_URL')).toHaveLength(2)
    for (const [name, values] of Object.entries(Object.groupBy(pairs, ([, name = '']) => name)))
      for (const [, , value] of values ?? [])
        if (value !== undefined)
          expect(environment.shape[name as 'ROLE'].safeParse(value.trim()).error, name).toBeUndefined()
    expect([...text.matchAll(/containerPort: (\d+)/g)].map(([, port]) => port)).toEqual(['3000', '3000'])
  })
})

test('whoever stops a process waits longer than it serves on, its requests and its hand-over take', async () => {
  const [cluster, kubernetes] = [await read(ofTheCluster.file), await read('deploy/cloudnative-pg/shop.yaml')]
  const numbers = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, number]) => Number(number))
  const [, shop = ''] = cluster.split('x-shop: &shop')
  const drain = numbers(cluster, /DRAIN_SECONDS: "(\d+)"/g)[0] ?? Number.NaN
  expect(numbers(shop, /stop_grace_period: (\d+)s/g)[0]).toBeGreaterThan(drain + 5)
  const drains = numbers(kubernetes, /name: DRAIN_SECONDS, value: "(\d+)"/g)
  const graces = numbers(kubernetes, /terminationGracePeriodSeconds: (\d+)/g)
  expect([drains.length, graces.length]).toEqual([2, 2])
  for (const [nth, grace] of graces.entries()) expect(grace).toBeGreaterThan((drains[nth] ?? Number.NaN) + 5)
})

/** What a process answers at a path of `/api/`. */
async function answerOf(path: string, stage: Stage, isReached: boolean) {
  const reachDatabase = () => (isReached ? Promise.resolve() : Promise.reject(new Error('away')))
  const answer = await healthRoutes({ stage: () => stage, reachDatabase }).request(path.replace('/api/', '/'))
  return { status: answer.status, text: await answer.text() }
}

test('HAProxy and Kubernetes ask for what there is, and lead to a process as it is ready, begins, ends or lost its database', async () => {
  const haproxy = await read('deploy/haproxy/shop.cfg')
  const asked = [...haproxy.matchAll(/option httpchk GET (\S+)/g)].map(([, path]) => path)
  expect(asked).toEqual(['/api/ready', '/api/ready'])
  const [, words = ''] = /http-check expect rstring "([^"]+)"/.exec(haproxy) ?? []
  const ledTo = async (stage: Stage, isReached: boolean) => {
    const { status, text } = await answerOf('/api/ready', stage, isReached)
    return [status === 200, new RegExp(words).test(text)]
  }
  expect(await ledTo('serving', true)).toEqual([true, true])
  expect(await ledTo('serving', false)).toEqual([false, true])
  expect(await ledTo('starting', true)).toEqual([false, false])
  expect(await ledTo('draining', true)).toEqual([false, false])
  const probes = [...(await read('deploy/cloudnative-pg/shop.yaml')).matchAll(/httpGet: \{ path: (\S+),/g)]
  expect(probes).toHaveLength(6)
  for (const [, path = ''] of probes) expect((await answerOf(path, 'serving', true)).status, path).toBe(200)
})

test('HAProxy is given every variable that its configuration names, and listens where the shop asks', async () => {
  const configuration = (await read('deploy/haproxy/shop.cfg')) + (await read('deploy/haproxy/database.cfg'))
  const named = [...new Set([...configuration.matchAll(/"\$\{(\w+)\}"/g)].map(([, name = '']) => name))]
  const [, haproxy = ''] = (await read(ofTheCluster.file)).split('\n  haproxy:\n')
  const variables = variablesBelow(haproxy, '    environment:')
  expect(Object.keys(variables).toSorted()).toEqual(named.toSorted())
  const { DATABASE_URL = '' } = variablesBelow(await read(ofTheCluster.file), ofTheCluster.head)
  expect(DATABASE_URL).toContain(`@haproxy${variables.DATABASE_BIND}/`)
  for (const shop of ['SHOP_1', 'SHOP_2']) expect(variables[shop]).toMatch(/^web\d:3000$/)
})

test('the shops of the cluster are no superuser, etcd and Patroni ask for passwords, and only the databases reach etcd', async () => {
  const text = await read(ofTheCluster.file)
  const [, shop = ''] = text.split('x-shop: &shop')
  expect(shop.split('\nx-variables')[0]).toContain('networks: [databases, shops]')
  const { DATABASE_URL = '' } = variablesBelow(text, ofTheCluster.head)
  expect(DATABASE_URL).toMatch(/^postgresql:\/\/gamertech:\$\{SHOP_DATABASE_PASSWORD:\?[^}]+\}@/)
  expect(text).toMatch(/create role gamertech login createrole'/)
  const patroni = variablesBelow(text, 'x-patroni: &patroni')
  for (const name of ['PATRONI_RESTAPI_PASSWORD', 'PATRONI_ETCD3_PASSWORD'])
    expect(patroni[name]).toMatch(/^\$\{\w+:\?/)
  const reached = [...text.matchAll(/\n( {2})?([\w-]+):(?:[^\n]*)\n(?:\1 {2}[^\n]*\n)*?\1 {2}networks: \[([^\]]+)\]/g)]
  const atEtcd = reached.filter(([, , , networks = '']) => networks.includes('consensus')).map(([, , name]) => name)
  expect(atEtcd.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(['etcd-access', 'x-database', 'x-etcd'])
})

test('in Kubernetes only the ingress reaches the shops, which believe what it says of callers', async () => {
  expect(await read('deploy/cloudnative-pg/shop.yaml')).toContain('name: TRUST_PROXY, value: "1"')
  expect(await read('deploy/cloudnative-pg/kustomization.yaml')).toMatch(/resources: \[.*\bnetwork\.yaml\b/)
  const [shop = '', database = ''] = (await read('deploy/cloudnative-pg/network.yaml')).split('\n---\n')
  for (const policy of [shop, database]) expect(policy).toMatch(/kind: NetworkPolicy[\s\S]*policyTypes: \[Ingress\]/)
  expect(shop).toContain('values: [web, worker]')
  expect(shop.match(/ - (?:namespace|pod)Selector/g)).toHaveLength(1)
  expect(database).toContain('cnpg.io/cluster: database')
})
