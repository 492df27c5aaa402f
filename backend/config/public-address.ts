// Requirements for a public shop: its own secrets, real services, nothing of the demo.
import { ConfigError } from './config-error.ts'
import { type Environment, isHttpsOrLoopback, isLoopback } from './environment.ts'

export const demoSuperAdminKey = 'gamertech'
const composePassword = 'gamertech'

const ownSecrets = ['METRICS_TOKEN', 'SESSION_SECRET', 'DATA_KEY', 'SUPER_ADMIN_KEY'] as const
const fakes = {
  MERCADOPAGO_ACCESS_TOKEN: 'el monedero de prueba',
  OIDC_CLIENT_ID: 'el proveedor local que reemplaza a Google (o al de OIDC_ISSUER)',
  SMTP_URL: 'el buzón local',
} as const
const mercadopagoKeys = ['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_PUBLIC_KEY'] as const

const onPublic = 'en una dirección pública'
const unlessAllowed = `${onPublic} solo se admite con ALLOW_SANDBOX=1`

/**
 * A shop is public if its origin or listening address is not loopback, or with NODE_ENV=production. A container that
 * listens on 0.0.0.0 counts as public, because the shop can't see its published ports.
 */
export function isPublicAddress(values: Environment): boolean {
  const isLocalOrigin = values.PUBLIC_URL === undefined || isLoopback(new URL(values.PUBLIC_URL).hostname)
  return values.NODE_ENV === 'production' || !isLocalOrigin || !isLoopback(values.HOST)
}

export function checkPublicAddress(values: Environment): void {
  checkOrigin(values)
  for (const name of ownSecrets) {
    if (values[name] === undefined) throw new ConfigError(name, `falta, y ${onPublic} es obligatoria`)
  }
  if (values.SUPER_ADMIN_KEY === demoSuperAdminKey) {
    throw new ConfigError('SUPER_ADMIN_KEY', `no puede ser la clave de demostración ${onPublic}`)
  }
  for (const name of ownSecrets) {
    if (looksGuessable(values[name]))
      throw new ConfigError(name, `es fácil de adivinar, y ${onPublic} debe ser al azar`)
  }
  if (values.DATABASE_URL && passwordsOf(values.DATABASE_URL).includes(composePassword)) {
    throw new ConfigError('DATABASE_URL', `no puede llevar la contraseña de ejemplo de compose.yaml ${onPublic}`)
  }
  if (!values.ALLOW_SANDBOX) refuseDemoAndFakes(values)
}

/** Reads passwords like the driver does: they have several spellings and may be a query parameter. */
function passwordsOf(databaseUrl: string): (string | null)[] {
  const { password, searchParams } = new URL(databaseUrl)
  const plain = password.replace(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
  return [plain, searchParams.get('password')]
}

/** Detects few different characters or few different steps between them: zeros, '12345678', 'abcabcabcabc'. */
function looksGuessable(secret = ''): boolean {
  const isKey = /^[\w+/-]{43}=$/.test(secret)
  const codes = [...(isKey ? Buffer.from(secret, 'base64') : Buffer.from(secret))]
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0))
  return codes.length < 12 || new Set(codes).size < 6 || new Set(steps).size < 6
}

function checkOrigin({ PUBLIC_URL: origin, ALLOW_SANDBOX: isSandbox }: Environment): void {
  if (origin === undefined) {
    throw new ConfigError('PUBLIC_URL', 'falta, y hace falta fuera de HOST=127.0.0.1 o con NODE_ENV=production')
  }
  if (!isSandbox && !isHttpsOrLoopback(origin)) throw new ConfigError('PUBLIC_URL', `debe ser https ${onPublic}`)
}

function refuseDemoAndFakes(values: Environment): void {
  if (values.DEMO) throw new ConfigError('DEMO', `no puede ser 1, porque la demostración ${unlessAllowed}`)
  for (const [name, fake] of Object.entries(fakes)) {
    if (values[name as keyof typeof fakes] === undefined) {
      throw new ConfigError(name, `falta, y ${fake} ${unlessAllowed}`)
    }
  }
  for (const name of mercadopagoKeys) {
    if (values[name]?.startsWith('TEST-')) throw new ConfigError(name, `es de prueba, y ${unlessAllowed}`)
  }
}
