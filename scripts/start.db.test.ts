// The start as an operator sees it: one process tree, told what to do by the environment, that leaves nothing behind.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test as plain, vi } from 'vitest'
import { freePort, runningPostmaster } from '#backend/db/embedded-postgres/postgres-process.ts'
import { hasEnded, isAlive } from '#backend/db/embedded-postgres/processes.ts'
import { ensureFrontend } from '#scripts/build-frontend.ts'
import { createDatabase, createDatabaseOfBefore, rowsOf, test } from '#scripts/testing/database.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'
import { start, stopStarted, withoutServices } from '#scripts/testing/started-shop.ts'

/** What a start on an address that others reach has to bring, beside real services. */
const publicAddress = {
  PUBLIC_URL: 'https://tienda.example',
  METRICS_TOKEN: 'a-token-for-metrics',
  SESSION_SECRET: 'a secret for the sessions of this test',
  DATA_KEY: createHash('sha256').update('data key').digest('base64'),
  SUPER_ADMIN_KEY: 'a key of its own',
  MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1234-010203-0123456789abcdef-445566',
  MERCADOPAGO_PUBLIC_KEY: 'APP_USR-public-key',
}
/** As many starts that are to be refused run side by side. */
const atOnce = 4
let root = ''
// Each test starts whole shops, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 })
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gamertech-start-'))
  await ensureFrontend()
}, 180_000)
afterEach(stopStarted)
afterAll(() => rm(root, { recursive: true, force: true }))

const answers = (url: string) =>
  fetch(url).then(
    (answer) => answer.status,
    () => undefined,
  )

/** The catalogue, once the projections have caught up. */
async function products(port: number): Promise<unknown[]> {
  await vi.waitUntil(async () => (await answers(`http://127.0.0.1:${port}/api/ready`)) === 200, 30_000)
  const answer = await fetch(`http://127.0.0.1:${port}/api/product`)
  const list: unknown = await answer.json()
  return Array.isArray(list) ? list : []
}

/** What a shop of this folder holds while it runs; `upTo` is the last position that counts of its log. */
async function holdings(dataDir: string, upTo: number | null) {
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim()
  const port = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3]
  const url = `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/gamertech`
  const [events] = await rowsOf(
    url,
    `select max(pos)::int as head, count(*)::int as events, md5(string_agg(e::text, '|' order by pos)) as content
     from es.events e where pos <= coalesce(${upTo}, pos)`,
  )
  return {
    events: events as { head: number; events: number; content: string },
    seeded: await rowsOf(
      url,
      `select t.name, count(*)::int as times from es.events e join es.event_types t on t.id = e.type
       where t.name in ('ProductAdded', 'UserRegistered', 'OrderPlaced') group by 1 order by 1`,
    ),
    users: await rowsOf(url, 'select user_id, name, email, is_admin from rm.users order by user_id'),
    orders: await rowsOf(url, 'select order_id, user_id, total_cents, placed_at from rm.orders order by order_id'),
  }
}

/** The one sentence that a start is refused with. */
async function refusal(values: Record<string, string | undefined>): Promise<string> {
  const { status, stdout, stderr } = await start({ PORT: String(await freePort()), ...values }).ended
  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  return stderr.trim()
}

describe('start', () => {
  plain(
    '[ENV-01] listens on PORT of HOST only, with the embedded database in DATA_DIR; killed, it starts again on the same folder and port, which no other shop gets meanwhile',
    async () => {
      const port = await freePort()
      const dataDir = join(root, 'own-place')
      const values = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir }
      const first = start(values)
      // Without the demo nobody administers it yet: the start says how somebody does.
      expect(await first.up).toContain('npm run ops -- grant-admin TU@CORREO')
      expect(await answers(`http://127.0.0.1:${port}/`)).toBe(200)
      expect(await answers(`http://127.0.0.1:${port}/api/health`)).toBe(200)
      expect(await answers(`http://127.0.0.2:${port}/api/health`)).toBeUndefined()
      expect(await runningPostmaster(join(dataDir, 'postgres'))).toBeDefined()

      first.child.kill('SIGKILL')
      await first.ended
      const second = start(values)
      await second.up
      expect(await answers(`http://127.0.0.1:${port}/api/health`)).toBe(200)

      expect(await refusal({ DATA_DIR: dataDir })).toContain(`proceso ${second.child.pid}`)
      const postmaster = await runningPostmaster(join(dataDir, 'postgres'))
      expect(postmaster && (await hasEnded(postmaster, 0))).toBe(false)
    },
  )

  plain(
    '[OPS-02] [OPS-03] prints links that answer, ends at Ctrl-C with nothing left, and starts again on its data',
    async () => {
      const dataDir = join(root, 'twice')
      const port = await freePort()
      const values = { ...withoutServices, PORT: String(port), DATA_DIR: dataDir, DEMO: '1' }
      const first = start(values)
      const printed = await first.up
      for (const stage of ['Creando la base de datos en ', 'Creando los datos de demostración: 50 %'])
        expect(printed).toContain(stage)
      expect(printed).toContain(`http://localhost:${port}\n`)
      expect(printed).toContain('comprador@gamertech.test / Comprador123!')
      expect(printed).toContain('admin@gamertech.test / Admin123!')
      expect(printed).not.toContain('grant-admin')
      const links = printed.match(/http:\/\/\S+/g) ?? []
      for (const sandbox of ['Monedero de prueba', 'Buzón local'])
        expect(printed).toMatch(new RegExp(`${sandbox}: +http://`))
      expect(links.length).toBeGreaterThanOrEqual(3)
      for (const link of links) expect(await answers(link)).toBe(200)
      // Ready says nothing of the read models, which may still take in the demo's history.
      const metrics = `http://127.0.0.1:${port}/metrics`
      const isCaughtUp = async () =>
        !/^gamertech_subscription_lag_events\{.*\} [1-9]/m.test(await (await fetch(metrics)).text())
      await vi.waitUntil(isCaughtUp, 30_000)
      const before = await products(port)
      const held = await holdings(dataDir, null)
      const postmaster = await runningPostmaster(join(dataDir, 'postgres'))

      first.child.kill('SIGINT')
      expect(await first.ended).toMatchObject({ status: 0, stderr: '' })
      expect(postmaster && (await isAlive(postmaster))).toBe(false)
      for (const link of links) expect(await answers(link)).toBeUndefined()
      expect(await readdir(dataDir)).not.toContain('postgres.owner')

      expect(await start(values).up).not.toContain('Creando')
      expect(before.length).toBeGreaterThanOrEqual(60)
      expect(await products(port)).toEqual(before)
      expect([held.users.length, held.orders.length]).toEqual([40, 400])
      expect(await holdings(dataDir, held.events.head)).toEqual(held)
    },
  )

  plain('on a public address it brings no demo, no known account and no fakes', async () => {
    const port = await freePort()
    const { databaseUrl, drop } = await createDatabase()
    onTestFinished(drop)
    const own = { PORT: String(port), DATA_DIR: join(root, 'public'), DATABASE_URL: databaseUrl }
    const printed = await start({ ...publicAddress, DEMO: undefined, ...own }).up
    expect(printed).toContain('https://tienda.example\n')
    expect(printed).not.toMatch(/demostración|de prueba|local|Admin123!/)
    expect(await products(port)).toEqual([])
    const known = await fetch(`http://127.0.0.1:${port}/api/users/verifyuser`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://tienda.example' },
      body: JSON.stringify({ email: 'admin@gamertech.test', password: 'Admin123!' }),
    })
    expect(known.status).toBe(401)
  })

  test('[ENV-02] uses DATABASE_URL and starts no database of its own, also where its first connections break', async ({
    databaseUrl,
  }) => {
    const network = await FaultProxy.open(databaseUrl)
    // The first look, the schema, the login of the application, the first session of a pool.
    const statements = ['server_version_num', 'schema_migrations', 'from pg_roles', 'pg_control_system']
    for (const of of statements) network.arm({ when: 'request', of })
    const dataDir = join(root, 'given-database')
    const started = start({ PORT: String(await freePort()), DATA_DIR: dataDir, DATABASE_URL: network.databaseUrl })
    expect(await started.up).toContain('GamerTech está en marcha')
    expect(network.cuts).toBe(statements.length)
    const clients = `select 1 as connected from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() limit 1`
    expect(await rowsOf(databaseUrl, clients)).toEqual([{ connected: 1 }])
    expect(await readdir(dataDir)).not.toContain('postgres')
    started.child.kill('SIGTERM')
    await started.ended
    await network.close()
  })
})

describe('refusals leave one sentence on stderr, a status other than 0 and nothing running', () => {
  const badValues: Record<string, string> = {
    PORT: '99999',
    HOST: 'http://here',
    PUBLIC_URL: 'ftp://here',
    DATABASE_URL: 'mysql://db/shop',
    DATABASE_READ_URLS: 'replica.example',
    DATA_DIR: '/dev/null/data',
    DEMO: 'perhaps',
    CURRENCY: 'dollars',
    HOLD_MINUTES: 'fifteen',
    MAX_UNITS: 'many',
    DRAIN_SECONDS: 'long',
    ROLE: 'cashier',
    SUPER_ADMIN_KEY: 'brief',
    SESSION_SECRET: 'too-short',
    MERCADOPAGO_ACCESS_TOKEN: 'token-of-mine',
    MERCADOPAGO_PUBLIC_KEY: 'key-of-mine',
    MERCADOPAGO_WEBHOOK_SECRET: 'brief',
    OIDC_ISSUER: 'http://far.example',
    OIDC_CLIENT_ID: 'my shop',
    OIDC_CLIENT_SECRET: 'my secret',
    SMTP_URL: 'https://mail.example',
    MAIL_FROM: 'somebody',
    SUPPORT_EMAIL: 'somebody',
    S3_ENDPOINT: 'ftp://s3.example',
    S3_BUCKET: 'My Bucket',
    S3_ACCESS_KEY: 'my key',
    S3_SECRET_KEY: 'my secret',
    ALLOW_SANDBOX: 'perhaps',
  }
  /** What is missing where only this is set (undefined: not set). */
  const partsOfGroups: Record<string, Record<string, string | undefined>> = {
    MERCADOPAGO_WEBHOOK_SECRET: { MERCADOPAGO_WEBHOOK_SECRET: undefined },
    OIDC_CLIENT_ID: { OIDC_CLIENT_ID: undefined, OIDC_ISSUER: 'https://accounts.example' },
    MAIL_FROM: { MAIL_FROM: undefined },
    S3_ENDPOINT: { S3_BUCKET: 'avatars' },
  }

  plain('[ENV-11] a bad value of each variable, and a part of each group', async () => {
    expect(Object.keys(badValues)).toHaveLength(28)
    const bad = Object.entries(badValues).map(([name, value]) => [name, { [name]: value }] as const)
    const expectRefusal = async ([name, env]: readonly [string, Record<string, string | undefined>]) => {
      const sentence = await refusal({ DATA_DIR: join(root, 'bad'), ...env })
      expect(sentence).toMatch(new RegExp(`^La variable ${name} [^.]*\\.$`))
      for (const value of Object.values(env)) expect(sentence).not.toContain(value)
    }
    const all = [...bad, ...Object.entries(partsOfGroups)]
    // They touch nothing that another could miss.
    while (all.length > 0) await Promise.all(all.splice(-atOnce).map(expectRefusal))
  })

  test('[PAY-13] a public address without what it takes, or with what only this machine may have, unless ALLOW_SANDBOX says so', async ({
    databaseUrl,
  }) => {
    const settings = { ...publicAddress, NODE_ENV: 'production', DEMO: undefined, DATA_DIR: join(root, 'refused') }
    const sentence = async (values: Record<string, string | undefined>) =>
      (await refusal({ ...settings, ...values })).split(' ').slice(0, 3).join(' ')
    expect(await sentence({ METRICS_TOKEN: undefined })).toBe('La variable METRICS_TOKEN')
    expect(await sentence({ PUBLIC_URL: undefined, HOST: '0.0.0.0' })).toBe('La variable PUBLIC_URL')
    expect(await sentence({ DEMO: '1' })).toBe('La variable DEMO')
    expect(await sentence(withoutServices)).toBe('La variable MERCADOPAGO_ACCESS_TOKEN')
    const noProvider = { OIDC_CLIENT_ID: undefined, OIDC_CLIENT_SECRET: undefined }
    expect(await sentence(noProvider)).toBe('La variable OIDC_CLIENT_ID')
    expect(await sentence({ SMTP_URL: undefined, MAIL_FROM: undefined })).toBe('La variable SMTP_URL')
    const port = String(await freePort())
    const allowed = { ...withoutServices, ALLOW_SANDBOX: '1', DATABASE_URL: databaseUrl, PORT: port }
    expect(await start({ ...settings, ...allowed }).up).toContain('Monedero de prueba')
  })

  plain('a port in use, before a database is made', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const dataDir = join(root, 'port-in-use')
    expect(await refusal({ PORT: port, DATA_DIR: dataDir })).toContain(`El puerto ${port} ya está en uso`)
    expect(await readdir(dataDir)).not.toContain('postgres')
    server.close()
  })

  plain('a database of before the first release, which stays as it is', async () => {
    const { databaseUrl, drop } = await createDatabaseOfBefore()
    onTestFinished(drop)
    const sentence = await refusal({ DATABASE_URL: databaseUrl, DATA_DIR: join(root, 'of-before') })
    expect(sentence).toMatch(
      /^La base de datos es de otra versión de GamerTech, .*\(su 0002_append\.sql no es de esta\): hay que empezar con una base vacía, .*\.$/,
    )
    expect(await rowsOf(databaseUrl, "select from pg_namespace where nspname in ('es', 'auth', 'job')")).toEqual([])
  })

  plain('a database that does not answer', async () => {
    const url = new URL(inject('adminUrl'))
    url.password = 'wrong-password'
    const sentence = await refusal({ DATABASE_URL: url.href, DATA_DIR: join(root, 'no-database') })
    expect(sentence).toBe('No se pudo usar la base de DATABASE_URL: el usuario o la contraseña no son correctos.')
  })
})
