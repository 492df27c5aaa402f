import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Seller, SellerField } from '#backend/domain/seller/seller.limits.ts'
import { ConfigError } from './config-error.ts'
import { type Environment, environment } from './environment.ts'
import { processEnvironment } from './process-environment.mjs'
import { checkPublicAddress, demoSuperAdminKey, isPublicAddress } from './public-address.ts'
import { secretInFile, storedSecret } from './secret-file.ts'

export interface Purpose {
  readonly serves: boolean
  /** May create DATA_DIR and its secrets. Otherwise a missing secret is random for this process alone. */
  readonly makes: boolean
}

type Variable = keyof Environment

const groups: readonly (readonly Variable[])[] = [
  ['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_PUBLIC_KEY', 'MERCADOPAGO_WEBHOOK_SECRET'],
  ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['SELLER_TRADE_NAME', 'SELLER_COMPANY', 'SELLER_CUIT', 'SELLER_ADDRESS', 'SELLER_HOURS', 'SELLER_PHONE'],
  ['SELLER_BANK', 'SELLER_BANK_HOLDER', 'SELLER_CBU'],
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
]

function parse(env: NodeJS.ProcessEnv): Environment {
  const parsed = environment.safeParse(env)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ConfigError(String(issue?.path[0] ?? 'NODE_ENV'), issue?.message ?? 'no se entiende')
}

function checkGroups(values: Environment): void {
  for (const group of groups) {
    const given = group.find((name) => values[name] !== undefined)
    const missing = group.find((name) => values[name] === undefined)
    if (given && missing) throw new ConfigError(missing, `falta, porque ${given} está puesta y van juntas`)
  }
  if (values.OIDC_ISSUER && !values.OIDC_CLIENT_ID)
    throw new ConfigError('OIDC_CLIENT_ID', 'falta, porque OIDC_ISSUER está puesta y van juntas')
  if (values.DATABASE_READ_URLS && !values.DATABASE_URL)
    throw new ConfigError('DATABASE_URL', 'falta, porque DATABASE_READ_URLS dice dónde están sus réplicas')
}

function writableFolder(folder: string): string {
  const path = resolve(folder)
  try {
    mkdirSync(path, { recursive: true })
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch {
    throw new ConfigError('DATA_DIR', 'debe ser una carpeta en la que se pueda escribir')
  }
  return path
}

function secretOf(file: string, { makes }: Purpose): string {
  return makes ? secretInFile(file) : (storedSecret(file) ?? randomBytes(32).toString('base64'))
}

function keyOf(values: Environment, dataDir: string, purpose: Purpose): Buffer {
  const key = Buffer.from(values.DATA_KEY ?? secretOf(join(dataDir, 'data.key'), purpose), 'base64')
  if (key.length !== 32) throw new ConfigError('DATA_KEY', 'no se puede tomar de data.key, que está dañado')
  return key
}

function hidden<Value extends object>(secrets: Value): Value {
  const placeholder = () => '[oculto]'
  for (const key of ['toJSON', Symbol.for('nodejs.util.inspect.custom')]) {
    Object.defineProperty(secrets, key, { value: placeholder, enumerable: false })
  }
  return secrets
}

/** Must never be printed or sent to a browser; logs and JSON show a placeholder. */
function secretsOf(values: Environment, dataDir: string, purpose: Purpose, demo: boolean) {
  const { MERCADOPAGO_ACCESS_TOKEN: accessToken, MERCADOPAGO_WEBHOOK_SECRET: webhookSecret } = values
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = values
  return hidden({
    databaseUrl: values.DATABASE_URL,
    readUrls: values.DATABASE_READ_URLS?.split(',').map((url) => url.trim()),
    /** 32 bytes that wrap every person's key. */
    dataKey: keyOf(values, dataDir, purpose),
    session: values.SESSION_SECRET ?? secretOf(join(dataDir, 'session.secret'), purpose),
    /** Admins need it to change roles; undefined: only operators can. */
    superAdminKey: values.SUPER_ADMIN_KEY ?? (demo ? demoSuperAdminKey : undefined),
    payment: accessToken && webhookSecret ? { accessToken, webhookSecret } : undefined,
    bucket: accessKey && secretKey ? { accessKey, secretKey } : undefined,
    smtpUrl: values.SMTP_URL,
    signInClientSecret: values.OIDC_CLIENT_SECRET,
    metricsToken: values.METRICS_TOKEN,
    feedToken: values.FEED_TOKEN,
  })
}

const googleIssuer = 'https://accounts.google.com'

/** A local fake replaces each undefined service. */
function servicesOf(values: Environment) {
  const { MERCADOPAGO_PUBLIC_KEY: publicKey, OTEL_EXPORTER_OTLP_ENDPOINT: collector } = values
  const { OIDC_CLIENT_ID: clientId, OIDC_ISSUER: issuer = googleIssuer } = values
  const { S3_ENDPOINT: endpoint, S3_BUCKET: name } = values
  return {
    payment: publicKey ? { publicKey } : undefined,
    signIn: clientId ? { issuer, clientId } : undefined,
    /** An S3 service for people's files; undefined: under DATA_DIR. */
    bucket: endpoint && name ? { endpoint, name } : undefined,
    tracing: collector ? { endpoint: collector } : undefined,
  }
}

function deepFreeze<Value extends object>(value: Value): Readonly<Value> {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null && !Buffer.isBuffer(part)) deepFreeze(part)
  }
  return Object.freeze(value)
}

const serving: Purpose = { serves: true, makes: true }

export type Config = ReturnType<typeof loadConfig>

/** Its only side effects are DATA_DIR and the secrets generated there, if `purpose` permits. */
export function loadConfig(env: NodeJS.ProcessEnv, purpose = serving) {
  const values = parse(env)
  checkGroups(values)
  const isPublic = isPublicAddress(values)
  if (isPublic && purpose.serves) checkPublicAddress(values)
  const demo = values.DEMO ?? !isPublic
  const dataDir = purpose.makes ? writableFolder(values.DATA_DIR) : resolve(values.DATA_DIR)
  const logLevel: NonNullable<Environment['LOG_LEVEL']> = values.LOG_LEVEL ?? (isPublic ? 'info' : 'warn')
  return deepFreeze({
    /** Other machines may reach the shop, so it brings neither its demo nor local fakes. */
    isPublic,
    logLevel,
    host: values.HOST,
    port: values.PORT,
    publicUrl: new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin,
    /** Number of own proxies in front; the shop trusts their forwarding headers. */
    trustedProxies: values.TRUST_PROXY,
    dataDir,
    demo,
    currency: values.CURRENCY,
    holdMinutes: values.HOLD_MINUTES,
    maxUnits: values.MAX_UNITS,
    newcomers: newcomersOf(values),
    drainSeconds: values.DRAIN_SECONDS,
    /** 'web' serves and appends, 'worker' feeds the read models and does the jobs. */
    role: values.ROLE,
    supportEmail: values.SUPPORT_EMAIL,
    firstSeller: firstSellerOf(values),
    mailFrom: values.MAIL_FROM ?? 'GamerTech <no-reply@gamertech.test>',
    ...servicesOf(values),
    secrets: secretsOf(values, dataDir, purpose, demo && !isPublic),
  })
}

const sellerVariables = {
  ...({ tradeName: 'SELLER_TRADE_NAME', company: 'SELLER_COMPANY', cuit: 'SELLER_CUIT' } as const),
  ...({ address: 'SELLER_ADDRESS', hours: 'SELLER_HOURS', phone: 'SELLER_PHONE', email: 'SUPPORT_EMAIL' } as const),
  ...({ dataFiscal: 'SELLER_DATA_FISCAL', consumerDefence: 'SELLER_CONSUMER_DEFENCE' } as const),
  ...({ bank: 'SELLER_BANK', holder: 'SELLER_BANK_HOLDER', cbu: 'SELLER_CBU', alias: 'SELLER_CBU_ALIAS' } as const),
} satisfies Record<SellerField, Variable>

/** Recorded by the first start; from then on an admin changes it on the screen. Undefined: not told. */
function firstSellerOf(values: Environment): Seller | undefined {
  if (!values.SELLER_CUIT) return undefined
  const fields = Object.entries(sellerVariables).map(([field, variable]) => [field, values[variable] ?? ''])
  return Object.fromEntries(fields) as Seller
}

/** Limits for accounts that never paid. `stockPercent`: of a product, all of them together. */
function newcomersOf(values: Environment) {
  return {
    maxUnits: values.NEWCOMER_MAX_UNITS,
    maxProducts: values.NEWCOMER_MAX_PRODUCTS,
    addressUnits: values.NEWCOMER_ADDRESS_UNITS,
    stockPercent: values.NEWCOMER_STOCK_PERCENT,
  }
}

export function configFromEnvironment(purpose?: Purpose): Config {
  return loadConfig(processEnvironment(), purpose)
}

/** This process's environment; `values` fill in unset variables. */
export function environmentWith(values: Record<string, string>): NodeJS.ProcessEnv {
  return { ...values, ...processEnvironment() }
}
