// The environment: every variable read, every bad value refused with its name and without its value.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { loadConfig } from '#backend/config/config.ts'
import { ConfigError } from '#backend/config/config-error.ts'
import { environment } from './environment.ts'

const root = mkdtempSync(join(tmpdir(), 'gamertech-config-'))
afterAll(() => rmSync(root, { recursive: true }))
const folder = () => mkdtempSync(join(root, 'data-'))
const load = (env: Record<string, string> = {}) => loadConfig({ DATA_DIR: folder(), ...env })
const longSecret = 'un secreto de sesión bastante largo para servir'
const dataKey = randomBytes(32).toString('base64')
const mercadopago = {
  MERCADOPAGO_ACCESS_TOKEN: 'TEST-token-of-a-seller',
  MERCADOPAGO_PUBLIC_KEY: 'TEST-public-key',
  MERCADOPAGO_WEBHOOK_SECRET: 'a-long-webhook-secret',
}
const oidc = { OIDC_ISSUER: 'https://accounts.example', OIDC_CLIENT_ID: 'shop', OIDC_CLIENT_SECRET: 'oidc-secret' }
const mail = { SMTP_URL: 'smtps://user:pass@mail.example:465', MAIL_FROM: 'GamerTech <hola@tienda.example>' }
const s3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'gamertech-avatars',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 's3-secret',
}
const ownSecrets = {
  METRICS_TOKEN: 'a-token-for-metrics',
  SESSION_SECRET: longSecret,
  DATA_KEY: dataKey,
  SUPER_ADMIN_KEY: 'una clave propia',
}
/** What a shop that the world may reach has to bring. */
const complete = {
  PUBLIC_URL: 'https://tienda.example',
  ...ownSecrets,
  MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-token-of-a-seller',
  MERCADOPAGO_PUBLIC_KEY: 'APP_USR-public-key',
  MERCADOPAGO_WEBHOOK_SECRET: 'a-long-webhook-secret',
  OIDC_CLIENT_ID: 'shop',
  OIDC_CLIENT_SECRET: 'oidc-secret',
  ...mail,
}
const without = (env: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)))

function refusal(env: Record<string, string>): ConfigError {
  try {
    load(env)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('the configuration was accepted')
}

function expectSentence(error: ConfigError, variable: string, value = ''): void {
  expect(error.variable).toBe(variable)
  expect(error.message).toMatch(new RegExp(`^La variable ${variable} [^.]*(\\.[^ ][^.]*)*\\.$`))
  if (value.trim().length > 1) expect(error.message).not.toContain(value)
}

/** Each of these is taken as it is, or converted. */
const plainValues = {
  PORT: '8080',
  HOST: '::1',
  CURRENCY: 'USD',
  HOLD_MINUTES: '1',
  MAX_UNITS: '6',
  NEWCOMER_MAX_UNITS: '4',
  NEWCOMER_MAX_PRODUCTS: '2',
  NEWCOMER_ADDRESS_UNITS: '30',
  NEWCOMER_STOCK_PERCENT: '50',
  DEMO: '0',
  SUPPORT_EMAIL: 'ayuda@tienda.example',
  SESSION_SECRET: longSecret,
  SUPER_ADMIN_KEY: 'otra clave',
  DATA_KEY: dataKey,
  DATABASE_URL: 'postgresql://app:secret@db.example:5432/shop',
  DATABASE_READ_URLS: 'postgresql://one.example/shop, postgresql://two.example:5433/shop',
  LOG_LEVEL: 'debug',
  METRICS_TOKEN: 'a-token-for-metrics',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
}

describe('defaults', () => {
  test('an empty environment makes a demo shop on loopback with fakes for every service', () => {
    const { secrets, dataDir, ...rest } = load()
    expect(dataDir).toMatch(/gamertech-config-/)
    expect(rest).toEqual({
      isPublic: false,
      logLevel: 'warn',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      trustedProxies: 0,
      demo: true,
      currency: 'ARS',
      holdMinutes: 15,
      maxUnits: 99,
      newcomers: { maxUnits: 12, maxProducts: 6, addressUnits: 60, stockPercent: 100 },
      drainSeconds: 0,
      role: 'both',
      supportEmail: 'soporte@gamertech.test',
      mailFrom: 'GamerTech <no-reply@gamertech.test>',
    })
    expect({ ...secrets }).toEqual({
      dataKey: expect.any(Buffer),
      session: expect.any(String),
      superAdminKey: 'gamertech',
    })
  })

  test('the generated secrets stay the same, differ between folders, and only their owner can read them', () => {
    const env = { DATA_DIR: folder() }
    const first = loadConfig(env).secrets
    const again = loadConfig(env).secrets
    expect(again.session).toBe(first.session)
    expect(again.dataKey.equals(first.dataKey)).toBe(true)
    expect(Buffer.byteLength(first.session)).toBeGreaterThanOrEqual(32)
    expect(load().secrets.session).not.toBe(first.session)
    for (const name of ['data.key', 'session.secret']) {
      expect(statSync(join(env.DATA_DIR, name)).mode & 0o777).toBe(0o600)
    }
  })
})

describe('given values', () => {
  test('who sells first is told whole, and tidied', () => {
    const sells = {
      ...{ SELLER_TRADE_NAME: 'Tienda', SELLER_COMPANY: 'Uno S.A.', SELLER_CUIT: '30-12345678-1' },
      ...{ SELLER_ADDRESS: 'Mitre 1', SELLER_HOURS: 'De 8 a 17 h', SELLER_PHONE: '341 555-0100' },
    }
    expect(load().firstSeller).toBeUndefined()
    expect(load({ ...sells, SUPPORT_EMAIL: 'a@b.example' }).firstSeller).toMatchObject({
      ...{ company: 'Uno S.A.', cuit: '30123456781', email: 'a@b.example', cbu: '', dataFiscal: '' },
    })
    expectSentence(refusal(without(sells, 'SELLER_HOURS')), 'SELLER_HOURS')
  })

  test('each group that is set names its service and nothing is left to the fake', () => {
    const config = load({ ...mercadopago, ...oidc, ...mail, ...s3 })
    expect(config).toMatchObject({
      payment: { publicKey: 'TEST-public-key' },
      signIn: { issuer: 'https://accounts.example', clientId: 'shop' },
      mailFrom: 'GamerTech <hola@tienda.example>',
      bucket: { endpoint: 'https://s3.example', name: 'gamertech-avatars' },
    })
    expect({ ...config.secrets }).toMatchObject({
      payment: { accessToken: 'TEST-token-of-a-seller', webhookSecret: 'a-long-webhook-secret' },
      smtpUrl: 'smtps://user:pass@mail.example:465',
      signInClientSecret: 'oidc-secret',
      bucket: { accessKey: 'access', secretKey: 's3-secret' },
    })
  })

  test("without an issuer the sign-in is Google's, and an issuer alone is no service", () => {
    const { OIDC_ISSUER, ...client } = oidc
    expect(load(client).signIn).toEqual({ issuer: 'https://accounts.google.com', clientId: 'shop' })
    expectSentence(refusal({ OIDC_ISSUER }), 'OIDC_CLIENT_ID')
  })

  test('the demo has a super-admin key that everybody knows, on this machine alone; a shop without one has none', () => {
    const keyOf = (env: Record<string, string>) => load(env).secrets.superAdminKey
    expect(keyOf({})).toBe('gamertech')
    expect(keyOf({ SUPER_ADMIN_KEY: 'otra clave' })).toBe('otra clave')
    expect(keyOf({ DEMO: '0' })).toBeUndefined()
  })

  test('plain values are converted', () => {
    const dataDir = folder()
    const config = loadConfig({ ...plainValues, DATA_DIR: dataDir })
    expect(config).toMatchObject({
      port: 8080,
      host: '::1',
      publicUrl: 'http://localhost:8080',
      dataDir,
      currency: 'USD',
      holdMinutes: 1,
      maxUnits: 6,
      demo: false,
      supportEmail: 'ayuda@tienda.example',
      logLevel: 'debug',
      tracing: { endpoint: 'http://collector:4318' },
    })
    expect(config.secrets).toMatchObject({
      session: longSecret,
      metricsToken: 'a-token-for-metrics',
      databaseUrl: 'postgresql://app:secret@db.example:5432/shop',
      readUrls: ['postgresql://one.example/shop', 'postgresql://two.example:5433/shop'],
    })
    expect(config.secrets.dataKey.toString('base64')).toBe(dataKey)
  })

  test('PUBLIC_URL becomes the bare origin, and without it the address follows PORT', () => {
    expect(load({ ...complete, PUBLIC_URL: 'https://Tienda.example/' }).publicUrl).toBe('https://tienda.example')
    expect(load({ PORT: '81' }).publicUrl).toBe('http://localhost:81')
  })

  test('the configuration is frozen to the bottom and its secrets do not print', () => {
    const config = load({ ...mercadopago, SESSION_SECRET: longSecret })
    expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError)
    expect(() => Object.assign(config.secrets, { session: 'x' })).toThrow(TypeError)
    expect(() => Object.assign(config.payment ?? {}, { publicKey: 'x' })).toThrow(TypeError)
    for (const shown of [inspect(config, { depth: 9 }), JSON.stringify(config)]) {
      expect(shown).toContain('TEST-public-key')
      expect(shown).not.toContain(longSecret)
      expect(shown).not.toContain('TEST-token-of-a-seller')
    }
  })
})

const badValues: [string, string[]][] = [
  ['NODE_ENV', ['staging', '']],
  ['LOG_LEVEL', ['loud', '']],
  ['PORT', ['0', '65536', 'http', '3000.5', '-1', ' ', '']],
  ['HOST', ['http://here', 'a b', '']],
  [
    'PUBLIC_URL',
    ['tienda.example', 'ftp://tienda.example', 'https://tienda.example/shop', 'https://u:p@x.example', ''],
  ],
  ['TRUST_PROXY', ['-1', '10', '0.5', 'uno', '']],
  ['DATABASE_URL', ['mysql://db/shop', 'db.example', 'postgresql://db.example', '']],
  [
    'DATABASE_READ_URLS',
    ['db.example', 'postgresql://one.example/shop,', 'postgresql://one.example/shop,mysql://x/y', ''],
  ],
  ['DATA_KEY', ['corta', Buffer.alloc(16).toString('base64'), '']],
  ['DEMO', ['yes', '2', '']],
  ['CURRENCY', ['pesos', 'ars', 'JPY', 'KWD', 'XYZ', '']],
  ['HOLD_MINUTES', ['0', '1.5', '-3', 'quince', '1441', '']],
  ['MAX_UNITS', ['0', '-1', '2.5', 'cien', '1000000', '']],
  ['NEWCOMER_MAX_UNITS', ['0', '1.5', 'doce', '']],
  ['NEWCOMER_MAX_PRODUCTS', ['0', '1.5', 'seis', '']],
  ['NEWCOMER_ADDRESS_UNITS', ['0', '1.5', 'sesenta', '']],
  ['NEWCOMER_STOCK_PERCENT', ['0', '1.5', '101', '']],
  ['ROLE', ['api', 'Web', '']],
  ['DRAIN_SECONDS', ['-1', '0.5', 'largo', '301', '']],
  ['SUPER_ADMIN_KEY', ['corta', '        ', '']],
  ['SESSION_SECRET', ['demasiado corto', '']],
  ['MERCADOPAGO_ACCESS_TOKEN', ['token', 'TEST-with space', '']],
  ['MERCADOPAGO_PUBLIC_KEY', ['public', '']],
  ['MERCADOPAGO_WEBHOOK_SECRET', ['a long secret with spaces', 'x', 'fifteen-letters', '']],
  ['OIDC_ISSUER', ['accounts.example', 'http://accounts.example', '']],
  ['OIDC_CLIENT_ID', ['my shop', '']],
  ['OIDC_CLIENT_SECRET', ['my secret', '']],
  ['SMTP_URL', ['mail.example:25', 'https://mail.example', '']],
  ['MAIL_FROM', ['GamerTech', 'a@b', 'x <y', '']],
  ['SUPPORT_EMAIL', ['soporte', 'a b@c.example', '']],
  ['SELLER_CUIT', ['30-12345678-2', '1', '']],
  ['SELLER_CBU', ['123', '']],
  ['SELLER_PHONE', ['xx', '']],
  ...[
    'TRADE_NAME',
    'COMPANY',
    'ADDRESS',
    'HOURS',
    'DATA_FISCAL',
    'CONSUMER_DEFENCE',
    'BANK',
    'BANK_HOLDER',
    'CBU_ALIAS',
  ].map((name): [string, string[]] => [`SELLER_${name}`, ['']]),
  ['S3_ENDPOINT', ['s3.example', 'ftp://s3.example', '']],
  ['S3_BUCKET', ['Avatars', 'a', '']],
  ['S3_ACCESS_KEY', ['a b', '']],
  ['S3_SECRET_KEY', ['a b', '']],
  ['ALLOW_SANDBOX', ['true', '']],
  ['METRICS_TOKEN', ['corto', 'con espacios y bastante largo', '']],
  ['FEED_TOKEN', ['corto', 'con espacios y bastante largo', '']],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', ['collector:4318', 'grpc://collector:4317', 'http://u:p@collector:4318', '']],
]

describe('refusals', () => {
  test('[ENV-11 partial] no variable is without a bad value in these tests', () => {
    const tried = [...badValues.map(([variable]) => variable), 'DATA_DIR']
    expect(tried.sort()).toEqual(Object.keys(environment.shape).sort())
  })

  test.for(badValues)('[ENV-11 partial] a bad %s is refused with one sentence that names it', ([variable, values]) => {
    for (const value of values) {
      const whole = { ...mercadopago, ...oidc, ...mail, ...s3, DATA_KEY: dataKey, [variable]: value }
      expectSentence(refusal(whole), variable, value)
    }
  })

  test('[ENV-11 partial] DATA_DIR that is a file, or empty, is refused', () => {
    const file = join(folder(), 'a-file')
    writeFileSync(file, '')
    expectSentence(refusal({ DATA_DIR: file }), 'DATA_DIR', file)
    expectSentence(refusal({ DATA_DIR: '' }), 'DATA_DIR')
  })

  test('[ENV-11 partial] a part of a group is refused, naming what is missing', () => {
    const { OIDC_ISSUER, ...client } = oidc
    for (const group of [mercadopago, client, { OIDC_ISSUER, ...client }, mail, s3]) {
      for (const missing of Object.keys(group)) {
        if (missing === 'OIDC_ISSUER') continue
        const rest = Object.fromEntries(Object.entries(group).filter(([name]) => name !== missing))
        expectSentence(refusal(rest), missing)
      }
    }
  })

  test('[ENV-11 partial] replicas without the database that they follow are refused', () => {
    expectSentence(refusal({ DATABASE_READ_URLS: 'postgresql://one.example/shop' }), 'DATABASE_URL')
  })

  test('who only operates on a shop makes no folder and no secret, and is not asked for what serving takes', () => {
    const dataDir = join(folder(), 'mistyped')
    const operating = { serves: false, makes: false }
    const { secrets } = loadConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://tienda.example' }, operating)
    expect(existsSync(dataDir)).toBe(false)
    expect(secrets.dataKey).toHaveLength(32)
    const made = loadConfig({ DATA_DIR: dataDir }).secrets
    const found = loadConfig({ DATA_DIR: dataDir }, operating).secrets
    expect([found.session, found.dataKey]).toEqual([made.session, made.dataKey])
    expect(made.dataKey.equals(secrets.dataKey)).toBe(false)
  })

  test('a damaged data.key is refused instead of being used or replaced', () => {
    const dataDir = folder()
    writeFileSync(join(dataDir, 'data.key'), 'damaged')
    expectSentence(refusal({ DATA_DIR: dataDir }), 'DATA_KEY')
    expect(readFileSync(join(dataDir, 'data.key'), 'utf8')).toBe('damaged')
  })
})

describe('a public address', () => {
  const elsewhere: Record<string, string>[] = [
    { PUBLIC_URL: 'https://tienda.example' },
    { PUBLIC_URL: 'http://localhost:3000', HOST: '0.0.0.0' },
    { PUBLIC_URL: 'http://127.0.0.1:3000', HOST: '::' },
    { PUBLIC_URL: 'https://tienda.example', HOST: '192.0.2.7' },
    { PUBLIC_URL: 'http://localhost:3000', NODE_ENV: 'production' },
  ]

  test.for(elsewhere)('brings no demo and no fakes of its own accord: %j', (address) => {
    expect(load({ ...complete, ...address })).toMatchObject({ isPublic: true, demo: false, logLevel: 'info' })
    for (const name of Object.keys(without(complete, 'PUBLIC_URL', 'MAIL_FROM'))) {
      const groups = [Object.keys(mercadopago), ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']]
      const group = groups.find((each) => each.includes(name)) ?? [name]
      const lacking = without({ ...complete, ...address }, ...group, ...(name === 'SMTP_URL' ? ['MAIL_FROM'] : []))
      expectSentence(refusal(lacking), group[0] ?? name)
    }
  })

  test.for([{}, { HOST: 'localhost' }, { HOST: '::1' }, { PUBLIC_URL: 'http://127.0.0.1:8080' }])(
    'this machine alone is none: %j',
    (address) => expect(load(address)).toMatchObject({ isPublic: false, demo: true }),
  )

  test('[PAY-13 partial] the demo and the fakes come only when asked for by name', () => {
    expectSentence(refusal({ ...complete, DEMO: '1' }), 'DEMO')
    const sandbox = { PUBLIC_URL: 'http://192.0.2.7:3000', HOST: '0.0.0.0', ...ownSecrets, ALLOW_SANDBOX: '1' }
    expect(load(sandbox)).toMatchObject({ demo: false, publicUrl: 'http://192.0.2.7:3000' })
    expect(load(sandbox).payment).toBeUndefined()
    expect(load({ ...sandbox, DEMO: '1' })).toMatchObject({ isPublic: true, demo: true })
    expect(load({ ...sandbox, ...mercadopago }).payment).toBeDefined()
    for (const name of Object.keys(ownSecrets)) expectSentence(refusal(without(sandbox, name)), name)
  })

  test("the handbook's settings are accepted as they stand, and nothing in them is superfluous", () => {
    const handbook = readFileSync(join(import.meta.dirname, '../../docs/OPERATIONS.md'), 'utf8')
    const [, block = ''] = /<<END\n(.*?)\nEND\n/s.exec(handbook) ?? []
    const made = block
      .replaceAll(/\$\(openssl rand -(base64|hex) (\d+)\)/g, (_, form, bytes) =>
        randomBytes(Number(bytes)).toString(form),
      )
      .replaceAll('…', 'filled-in-by-hand')
    const env = Object.fromEntries(made.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2)))
    expect(load(env)).toMatchObject({ isPublic: true, demo: false, supportEmail: 'ayuda@tienda.example' })
    for (const name of Object.keys(without(env, 'PUBLIC_URL', 'DATABASE_URL', 'SUPPORT_EMAIL', 'TRUST_PROXY'))) {
      expectSentence(refusal(without(env, name)), name)
    }
  })

  test('HOST that is not of this machine alone demands PUBLIC_URL, and so does NODE_ENV=production', () => {
    expectSentence(refusal(without({ ...complete, HOST: '0.0.0.0' }, 'PUBLIC_URL')), 'PUBLIC_URL')
    expectSentence(refusal(without({ ...complete, NODE_ENV: 'production' }, 'PUBLIC_URL')), 'PUBLIC_URL')
  })

  test('what is known to everybody, or is for trying, is refused', () => {
    expectSentence(refusal({ ...complete, SUPER_ADMIN_KEY: 'gamertech' }), 'SUPER_ADMIN_KEY', 'gamertech')
    expectSentence(refusal({ ...complete, PUBLIC_URL: 'http://tienda.example' }), 'PUBLIC_URL')
    for (const name of ['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_PUBLIC_KEY']) {
      expectSentence(refusal({ ...complete, [name]: 'TEST-of-a-seller' }), name, 'TEST-of-a-seller')
    }
    const known = 'postgresql://postgres:gamertech@127.0.0.1:5432/shop'
    for (const url of [
      known,
      'postgresql://postgres:g%61mertech@127.0.0.1:5432/shop',
      'postgresql://postgres@127.0.0.1:5432/shop?password=gamertech',
    ])
      expectSentence(refusal({ ...complete, DATABASE_URL: url }), 'DATABASE_URL', url)
    const weak = {
      DATA_KEY: Buffer.alloc(32).toString('base64'),
      SESSION_SECRET: 'abcabcabcabcabcabcabcabcabcabcabcabc',
      SUPER_ADMIN_KEY: '12345678',
      METRICS_TOKEN: '11111111111111111111',
    }
    for (const [name, value] of Object.entries(weak))
      expectSentence(refusal({ ...complete, [name]: value }), name, value)
    expect(load({ DATA_KEY: weak.DATA_KEY, SESSION_SECRET: weak.SESSION_SECRET }).isPublic).toBe(false)
  })
})
