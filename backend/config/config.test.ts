// The environment: every variable read, every bad value refused with its name and without its value.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, loadConfig } from '#backend/config/config.ts'

const root = mkdtempSync(join(tmpdir(), 'gamertech-config-'))
afterAll(() => rmSync(root, { recursive: true }))
const folder = () => mkdtempSync(join(root, 'data-'))
const load = (env: Record<string, string> = {}) => loadConfig({ DATA_DIR: folder(), ...env })
const longSecret = 'un secreto de sesión bastante largo para servir'
const dataKey = Buffer.alloc(32, 7).toString('base64')
const mercadopago = {
  MERCADOPAGO_ACCESS_TOKEN: 'TEST-token-of-a-seller',
  MERCADOPAGO_PUBLIC_KEY: 'TEST-public-key',
  MERCADOPAGO_WEBHOOK_SECRET: 'webhook-secret',
}
const oidc = { OIDC_ISSUER: 'https://accounts.example', OIDC_CLIENT_ID: 'shop', OIDC_CLIENT_SECRET: 'oidc-secret' }
const mail = { SMTP_URL: 'smtps://user:pass@mail.example:465', MAIL_FROM: 'GamerTech <hola@tienda.example>' }
const s3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'gamertech-avatars',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 's3-secret',
}
const production = { NODE_ENV: 'production', SUPER_ADMIN_KEY: 'una clave propia', ...mercadopago, ...oidc, ...mail }

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

describe('defaults', () => {
  test('an empty environment makes a demo shop on loopback with stand-ins for every service', () => {
    const { secrets, dataDir, ...rest } = load()
    expect(dataDir).toMatch(/gamertech-config-/)
    expect(rest).toEqual({
      environment: 'development',
      logLevel: 'warn',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      demo: true,
      currency: 'ARS',
      holdMinutes: 15,
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
  test('each group that is set names its service and nothing is left to the stand-in', () => {
    const config = load({ ...mercadopago, ...oidc, ...mail, ...s3 })
    expect(config).toMatchObject({
      payment: { publicKey: 'TEST-public-key' },
      signIn: { issuer: 'https://accounts.example', clientId: 'shop' },
      storage: { endpoint: 'https://s3.example', bucket: 'gamertech-avatars' },
      mailFrom: 'GamerTech <hola@tienda.example>',
    })
    expect({ ...config.secrets }).toMatchObject({
      payment: { accessToken: 'TEST-token-of-a-seller', webhookSecret: 'webhook-secret' },
      signIn: { clientSecret: 'oidc-secret' },
      smtpUrl: 'smtps://user:pass@mail.example:465',
      storage: { accessKey: 'access', secretKey: 's3-secret' },
    })
  })

  test('plain values are converted', () => {
    const dataDir = folder()
    const config = loadConfig({
      DATA_DIR: dataDir,
      PORT: '8080',
      HOST: '0.0.0.0',
      CURRENCY: 'USD',
      HOLD_MINUTES: '1',
      DEMO: '0',
      SUPPORT_EMAIL: 'ayuda@tienda.example',
      SESSION_SECRET: longSecret,
      SUPER_ADMIN_KEY: 'otra clave',
      DATA_KEY: dataKey,
      DATABASE_URL: 'postgresql://app:secret@db.example:5432/shop',
      LOG_LEVEL: 'debug',
      METRICS_TOKEN: 'a-token-for-metrics',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    })
    expect(config).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'http://localhost:8080',
      dataDir,
      currency: 'USD',
      holdMinutes: 1,
      demo: false,
      supportEmail: 'ayuda@tienda.example',
      logLevel: 'debug',
      tracing: { endpoint: 'http://collector:4318' },
    })
    expect(config.secrets).toMatchObject({
      session: longSecret,
      superAdminKey: 'otra clave',
      metricsToken: 'a-token-for-metrics',
      databaseUrl: 'postgresql://app:secret@db.example:5432/shop',
    })
    expect(config.secrets.dataKey.toString('base64')).toBe(dataKey)
  })

  test('PUBLIC_URL becomes the bare origin, and without it the address follows HOST and PORT', () => {
    expect(load({ PUBLIC_URL: 'https://Tienda.example/' }).publicUrl).toBe('https://tienda.example')
    expect(load({ HOST: '192.0.2.7', PORT: '81' }).publicUrl).toBe('http://192.0.2.7:81')
    expect(load({ HOST: '2001:db8::1' }).publicUrl).toBe('http://[2001:db8::1]:3000')
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
  ['DATABASE_URL', ['mysql://db/shop', 'db.example', 'postgresql://db.example', '']],
  ['DATA_KEY', ['corta', Buffer.alloc(16).toString('base64'), '']],
  ['DEMO', ['yes', '2', '']],
  ['CURRENCY', ['pesos', 'ars', 'JPY', 'KWD', 'XYZ', '']],
  ['HOLD_MINUTES', ['0', '1.5', '-3', 'quince', '1441', '']],
  ['SUPER_ADMIN_KEY', ['corta', '        ', '']],
  ['SESSION_SECRET', ['demasiado corto', '']],
  ['MERCADOPAGO_ACCESS_TOKEN', ['token', 'TEST-with space', '']],
  ['MERCADOPAGO_PUBLIC_KEY', ['public', '']],
  ['MERCADOPAGO_WEBHOOK_SECRET', ['with space', '']],
  ['OIDC_ISSUER', ['accounts.example', 'http://accounts.example', '']],
  ['OIDC_CLIENT_ID', ['my shop', '']],
  ['OIDC_CLIENT_SECRET', ['my secret', '']],
  ['SMTP_URL', ['mail.example:25', 'https://mail.example', '']],
  ['MAIL_FROM', ['GamerTech', 'a@b', 'x <y', '']],
  ['SUPPORT_EMAIL', ['soporte', 'a b@c.example', '']],
  ['S3_ENDPOINT', ['s3.example', 'ftp://s3.example', '']],
  ['S3_BUCKET', ['Avatars', 'a', '']],
  ['S3_ACCESS_KEY', ['a b', '']],
  ['S3_SECRET_KEY', ['a b', '']],
  ['ALLOW_SANDBOX', ['true', '']],
  ['METRICS_TOKEN', ['corto', 'con espacios y bastante largo', '']],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', ['collector:4318', 'grpc://collector:4317', 'http://u:p@collector:4318', '']],
]

describe('refusals', () => {
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
    for (const group of [mercadopago, oidc, mail, s3]) {
      for (const missing of Object.keys(group)) {
        const rest = Object.fromEntries(Object.entries(group).filter(([name]) => name !== missing))
        expectSentence(refusal(rest), missing)
      }
    }
  })

  test('a damaged data.key is refused instead of being used or replaced', () => {
    const dataDir = folder()
    writeFileSync(join(dataDir, 'data.key'), 'damaged')
    expectSentence(refusal({ DATA_DIR: dataDir }), 'DATA_KEY')
    expect(readFileSync(join(dataDir, 'data.key'), 'utf8')).toBe('damaged')
  })
})

describe('production', () => {
  test('complete settings are accepted, without demo data', () => {
    expect(load(production)).toMatchObject({ demo: false, logLevel: 'info' })
  })

  test.for([
    ['MERCADOPAGO_ACCESS_TOKEN', mercadopago],
    ['OIDC_ISSUER', oidc],
    ['SMTP_URL', mail],
  ] as const)('[PAY-13 partial] without %s the stand-in is refused, unless ALLOW_SANDBOX=1', ([variable, group]) => {
    const env = Object.fromEntries(Object.entries(production).filter(([name]) => !(name in group)))
    expectSentence(refusal(env), variable)
    expect(load({ ...env, ALLOW_SANDBOX: '1' }).demo).toBe(true)
  })

  test('what is known to everybody is refused: demo data, the demo key, plain http', () => {
    expectSentence(refusal({ ...production, DEMO: '1' }), 'DEMO')
    expectSentence(refusal({ ...production, SUPER_ADMIN_KEY: 'gamertech' }), 'SUPER_ADMIN_KEY')
    expectSentence(refusal({ ...production, PUBLIC_URL: 'http://tienda.example' }), 'PUBLIC_URL')
    expect(load({ ...production, PUBLIC_URL: 'http://localhost:3000' }).publicUrl).toBe('http://localhost:3000')
  })

  test('with a database of its own the key that wraps personal data must be given', () => {
    const env = { ...production, DATABASE_URL: 'postgresql://app@db.example/shop' }
    expectSentence(refusal(env), 'DATA_KEY')
    expect(load({ ...env, DATA_KEY: dataKey }).secrets.dataKey).toHaveLength(32)
  })
})
