// Every environment variable: its shape and a Spanish error message, which never contains the value.
import { z } from 'zod'
import { type SellerField, sellerProblem, tidy } from '#backend/domain/seller/seller.limits.ts'
import { defaultAddress } from './process-environment.mjs'

const loopbackHosts = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])
const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i
const ipv6 = /^[0-9a-f:]*:[0-9a-f:]+$/i
const mailAddress = /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/
const namedMailAddress = /^(?:[^<>\r\n]*<([^<>]+)>|([^<>]+))$/
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

function text(problem: string, isGood: (value: string) => boolean = () => true) {
  return z.string().refine((value) => value.trim() !== '' && isGood(value), problem)
}

function isUrl(value: string, isGood: (url: URL) => boolean): boolean {
  return URL.canParse(value) && isGood(new URL(value))
}

function whole(problem: string, least: number, most: number) {
  const isGood = (value: string) => /^\d{1,6}$/.test(value) && Number(value) >= least && Number(value) <= most
  return text(problem, isGood).transform(Number)
}

function flag() {
  return z.enum(['0', '1'], 'debe ser 0 o 1').transform((value) => value === '1')
}

function credential() {
  return text('debe ser un texto sin espacios', (value) => /^\S+$/.test(value))
}

const isWebAddress = (value: string) =>
  isUrl(value, ({ protocol, username, password, hash, search }) => {
    return /^https?:$/.test(protocol) && `${username}${password}${hash}${search}` === ''
  })
const isOrigin = (value: string) => isWebAddress(value) && isUrl(value, ({ pathname }) => pathname === '/')

export function isLoopback(host: string): boolean {
  return loopbackHosts.has(host)
}

export function isHttpsOrLoopback(value: string): boolean {
  return isUrl(value, ({ protocol, hostname }) => protocol === 'https:' || isLoopback(hostname))
}

const isDatabaseUrl = (value: string) =>
  isUrl(value, ({ protocol, pathname }) => /^postgres(ql)?:$/.test(protocol) && pathname.length > 1)
const isSmtpUrl = (value: string) =>
  isUrl(value, ({ protocol, hostname }) => /^smtps?:$/.test(protocol) && hostname !== '')

function isSender(value: string): boolean {
  const [, inBrackets, bare] = namedMailAddress.exec(value.trim()) ?? []
  return mailAddress.test((inBrackets ?? bare ?? '').trim())
}

function isCurrency(value: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(value)) return false
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: value })
  return format.resolvedOptions().maximumFractionDigits === 2
}

function longCredential() {
  return text('debe tener al menos 16 caracteres sin espacios', (value) => /^\S{16,}$/.test(value))
}

/** Told as an admin would be told on the screen. */
function ofSeller(field: SellerField) {
  return z
    .string()
    .transform((value) => tidy(field, value))
    .refine((value) => value !== '' && !sellerProblem(field, value), {
      error: ({ input }) => `no sirve: ${sellerProblem(field, String(input)) ?? 'está vacía'}`.replace(/\.$/, ''),
    })
    .optional()
}

const mercadopagoKey = 'debe empezar con APP_USR- o TEST- y no llevar espacios'
const isMercadopagoKey = (value: string) => /^(APP_USR|TEST)-\S+$/.test(value)

export const environment = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'debe ser development, production o test')
    .default('development'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'debe ser debug, info, warn, error o silent')
    .optional(),
  PORT: whole('debe ser un puerto entre 1 y 65535', 1, 65_535).default(defaultAddress.port),
  HOST: text('debe ser un nombre o una dirección IP', (host) => hostName.test(host) || ipv6.test(host)).default(
    defaultAddress.host,
  ),
  PUBLIC_URL: text('debe ser un origen http o https sin ruta, solo con nombre y puerto', isOrigin).optional(),
  TRUST_PROXY: whole('debe ser cuántos proxies propios hay delante de la tienda, entre 0 y 9', 0, 9).default(0),
  DATABASE_URL: text('debe ser una dirección postgresql:// con el nombre de la base', isDatabaseUrl).optional(),
  DATABASE_READ_URLS: text(
    'debe ser una o más direcciones postgresql:// con el nombre de la base, separadas por comas',
    (urls) => urls.split(',').every((url) => isDatabaseUrl(url.trim())),
  ).optional(),
  DATA_DIR: text('debe ser una carpeta en la que se pueda escribir').default('.data'),
  DATA_KEY: text('debe ser una clave de 32 bytes en base64', (key) => /^[A-Za-z0-9+/]{43}=$/.test(key)).optional(),
  DEMO: flag().optional(),
  CURRENCY: text('debe ser un código ISO 4217 de moneda con dos decimales, como ARS', isCurrency).default('ARS'),
  DRAIN_SECONDS: whole('debe ser un número entero de segundos entre 0 y 300', 0, 300).default(0),
  HOLD_MINUTES: whole('debe ser un número entero de minutos entre 1 y 1440', 1, 1440).default(15),
  MAX_UNITS: whole('debe ser un número entero de unidades entre 1 y 999999', 1, 999_999).default(99),
  NEWCOMER_MAX_UNITS: whole('debe ser un número entero de unidades entre 1 y 999999', 1, 999_999).default(12),
  NEWCOMER_MAX_PRODUCTS: whole('debe ser un número entero de productos entre 1 y 999999', 1, 999_999).default(6),
  NEWCOMER_ADDRESS_UNITS: whole('debe ser un número entero de unidades entre 1 y 999999', 1, 999_999).default(60),
  NEWCOMER_STOCK_PERCENT: whole('debe ser un porcentaje entero entre 1 y 100', 1, 100).default(100),
  ROLE: z.enum(['web', 'worker', 'both'], 'debe ser web, worker o both').default('both'),
  SUPER_ADMIN_KEY: text('debe tener al menos 8 caracteres', (key) => key.trim().length >= 8).optional(),
  SESSION_SECRET: text('debe tener al menos 32 bytes', (secret) => Buffer.byteLength(secret) >= 32).optional(),
  MERCADOPAGO_ACCESS_TOKEN: text(mercadopagoKey, isMercadopagoKey).optional(),
  MERCADOPAGO_PUBLIC_KEY: text(mercadopagoKey, isMercadopagoKey).optional(),
  MERCADOPAGO_WEBHOOK_SECRET: longCredential().optional(),
  OIDC_ISSUER: text(
    'debe ser una dirección https (http solo en esta máquina)',
    (value) => isWebAddress(value) && isHttpsOrLoopback(value),
  ).optional(),
  OIDC_CLIENT_ID: credential().optional(),
  OIDC_CLIENT_SECRET: credential().optional(),
  SMTP_URL: text('debe ser una dirección smtp:// o smtps:// con su servidor', isSmtpUrl).optional(),
  MAIL_FROM: text('debe ser una casilla de correo, sola o como Nombre <casilla@dominio>', isSender).optional(),
  SUPPORT_EMAIL: text('debe ser una casilla de correo', (value) => mailAddress.test(value)).default(
    'soporte@gamertech.test',
  ),
  SELLER_TRADE_NAME: ofSeller('tradeName'),
  SELLER_COMPANY: ofSeller('company'),
  SELLER_CUIT: ofSeller('cuit'),
  SELLER_ADDRESS: ofSeller('address'),
  SELLER_HOURS: ofSeller('hours'),
  SELLER_PHONE: ofSeller('phone'),
  SELLER_DATA_FISCAL: ofSeller('dataFiscal'),
  SELLER_CONSUMER_DEFENCE: ofSeller('consumerDefence'),
  SELLER_BANK: ofSeller('bank'),
  SELLER_BANK_HOLDER: ofSeller('holder'),
  SELLER_CBU: ofSeller('cbu'),
  SELLER_CBU_ALIAS: ofSeller('alias'),
  S3_ENDPOINT: text('debe ser una dirección http o https', isWebAddress).optional(),
  S3_BUCKET: text('debe ser un nombre de bucket en minúsculas', (value) => bucketName.test(value)).optional(),
  S3_ACCESS_KEY: credential().optional(),
  S3_SECRET_KEY: credential().optional(),
  ALLOW_SANDBOX: flag().default(false),
  METRICS_TOKEN: longCredential().optional(),
  FEED_TOKEN: longCredential().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: text('debe ser una dirección http o https', isWebAddress).optional(),
})

export type Environment = z.output<typeof environment>
