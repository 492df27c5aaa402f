// The only reader of the environment: variables in, one frozen configuration out, or one sentence that says what is wrong.
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Environment, environment, isHttpsOrLoopback } from './environment.ts'
import { secretInFile } from './secret-file.ts'

/** What must never be printed or sent to a browser; shows as a placeholder in logs and JSON. */
export interface Secrets {
  readonly databaseUrl?: string
  /** 32 bytes that wrap the key of each person. */
  readonly dataKey: Buffer
  readonly session: string
  readonly superAdminKey: string
  readonly payment?: { readonly accessToken: string; readonly webhookSecret: string }
  readonly signIn?: { readonly clientSecret: string }
  readonly smtpUrl?: string
  readonly storage?: { readonly accessKey: string; readonly secretKey: string }
  /** Whoever brings it may read the metrics from anywhere. */
  readonly metricsToken?: string
}

/** Everything that may differ between two shops. A service that is absent is replaced by its local stand-in. */
export interface Config {
  readonly environment: Environment['NODE_ENV']
  /** Lines below it are not logged; by default `info` in production and `warn` elsewhere. */
  readonly logLevel: NonNullable<Environment['LOG_LEVEL']>
  readonly host: string
  readonly port: number
  /** The origin shoppers see, without a slash at the end. */
  readonly publicUrl: string
  /** Absolute path. */
  readonly dataDir: string
  /** Whether an empty database gets demo data. */
  readonly demo: boolean
  /** ISO 4217 code of a currency with two decimals. */
  readonly currency: string
  readonly holdMinutes: number
  readonly supportEmail: string
  readonly mailFrom: string
  readonly payment?: { readonly publicKey: string }
  readonly signIn?: { readonly issuer: string; readonly clientId: string }
  readonly storage?: { readonly endpoint: string; readonly bucket: string }
  /** Where traces are sent (OTLP over HTTP); absent: there are none. */
  readonly tracing?: { readonly endpoint: string }
  readonly secrets: Secrets
}

/** The environment is not usable; the message is one Spanish sentence that names the variable, never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly variable: string

  constructor(variable: string, problem: string) {
    super(`La variable ${variable} ${problem}.`)
    this.variable = variable
  }
}

type Variable = keyof Environment

const groups: readonly (readonly Variable[])[] = [
  ['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_PUBLIC_KEY', 'MERCADOPAGO_WEBHOOK_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
]
const standIns: Readonly<Partial<Record<Variable, string>>> = {
  MERCADOPAGO_ACCESS_TOKEN: 'el monedero de prueba',
  OIDC_ISSUER: 'el proveedor de identidad de prueba',
  SMTP_URL: 'el buzón de prueba',
}
const demoSuperAdminKey = 'gamertech'
const wildcardOrLoopback = new Set(['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'])

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
}

function checkProduction(values: Environment): void {
  if (values.NODE_ENV !== 'production') return
  if (values.DATABASE_URL && !values.DATA_KEY) {
    throw new ConfigError('DATA_KEY', 'falta, porque con NODE_ENV=production y DATABASE_URL la clave se guarda aparte')
  }
  if (values.ALLOW_SANDBOX) return
  const only = 'con NODE_ENV=production solo se admite si ALLOW_SANDBOX=1'
  for (const [name, standIn] of Object.entries(standIns)) {
    if (values[name as Variable] === undefined) throw new ConfigError(name, `falta, y ${standIn} ${only}`)
  }
  if (values.DEMO) throw new ConfigError('DEMO', `no puede ser 1, porque la demostración ${only}`)
  if (values.SUPER_ADMIN_KEY === undefined || values.SUPER_ADMIN_KEY === demoSuperAdminKey) {
    throw new ConfigError('SUPER_ADMIN_KEY', `debe tener un valor propio, porque la clave de demostración ${only}`)
  }
  if (values.PUBLIC_URL && !isHttpsOrLoopback(values.PUBLIC_URL)) {
    throw new ConfigError('PUBLIC_URL', 'debe ser https con NODE_ENV=production')
  }
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

function keyOf(values: Environment, dataDir: string): Buffer {
  const key = Buffer.from(values.DATA_KEY ?? secretInFile(join(dataDir, 'data.key')), 'base64')
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

function secretsOf(values: Environment, dataDir: string): Secrets {
  const { MERCADOPAGO_ACCESS_TOKEN: accessToken, MERCADOPAGO_WEBHOOK_SECRET: webhookSecret } = values
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, OIDC_CLIENT_SECRET: clientSecret } = values
  return hidden({
    ...(values.DATABASE_URL && { databaseUrl: values.DATABASE_URL }),
    dataKey: keyOf(values, dataDir),
    session: values.SESSION_SECRET ?? secretInFile(join(dataDir, 'session.secret')),
    superAdminKey: values.SUPER_ADMIN_KEY ?? demoSuperAdminKey,
    ...(accessToken && webhookSecret && { payment: { accessToken, webhookSecret } }),
    ...(clientSecret && { signIn: { clientSecret } }),
    ...(values.SMTP_URL && { smtpUrl: values.SMTP_URL }),
    ...(accessKey && secretKey && { storage: { accessKey, secretKey } }),
    ...(values.METRICS_TOKEN && { metricsToken: values.METRICS_TOKEN }),
  })
}

function servicesOf(values: Environment): Pick<Config, 'payment' | 'signIn' | 'storage' | 'tracing'> {
  const { MERCADOPAGO_PUBLIC_KEY: publicKey, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = values
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, OTEL_EXPORTER_OTLP_ENDPOINT: collector } = values
  return {
    ...(publicKey && { payment: { publicKey } }),
    ...(issuer && clientId && { signIn: { issuer, clientId } }),
    ...(endpoint && bucket && { storage: { endpoint, bucket } }),
    ...(collector && { tracing: { endpoint: collector } }),
  }
}

function publicUrlOf(values: Environment): string {
  if (values.PUBLIC_URL) return new URL(values.PUBLIC_URL).origin
  const host = wildcardOrLoopback.has(values.HOST) ? 'localhost' : values.HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${values.PORT}`
}

function deepFreeze<Value extends object>(value: Value): Readonly<Value> {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null && !Buffer.isBuffer(part)) deepFreeze(part)
  }
  return Object.freeze(value)
}

/** Reads a configuration from `env`; its only effects are DATA_DIR and the secrets that it generates there. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const values = parse(env)
  checkGroups(values)
  checkProduction(values)
  const dataDir = writableFolder(values.DATA_DIR)
  return deepFreeze({
    environment: values.NODE_ENV,
    logLevel: values.LOG_LEVEL ?? (values.NODE_ENV === 'production' ? 'info' : 'warn'),
    host: values.HOST,
    port: values.PORT,
    publicUrl: publicUrlOf(values),
    dataDir,
    demo: values.DEMO ?? (values.NODE_ENV !== 'production' || values.ALLOW_SANDBOX),
    currency: values.CURRENCY,
    holdMinutes: values.HOLD_MINUTES,
    supportEmail: values.SUPPORT_EMAIL,
    mailFrom: values.MAIL_FROM ?? 'GamerTech <no-reply@gamertech.test>',
    ...servicesOf(values),
    secrets: secretsOf(values, dataDir),
  })
}

/** The configuration of this process. */
export function configFromEnvironment(): Config {
  return loadConfig(process.env)
}

/** The environment for a child process of ours: this one's, with `values` added where they are not set already. */
export function environmentWith(values: Record<string, string>): NodeJS.ProcessEnv {
  return { ...values, ...process.env }
}
