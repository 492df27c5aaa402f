// What must never reach a log: fields known by their key at any depth, and addresses and credentials inside free text.

export const redacted = '[redacted]'

const secretKeys =
  /mail|passw|contrase|token|cookie|authorization|secret|credential|apikey|accesskey|privatekey|datakey|signature|sessionid|phone/
/** These tell of a person only as whole keys: a hostname or a filename is harmless. */
const personalKeys = new Set([
  'name',
  'fullname',
  'firstname',
  'lastname',
  'username',
  'nombre',
  'apellido',
  'imageurl',
])
const deepest = 6

const mailAddress = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu
const loginInUrl = /(:\/\/)[^\s/?#@]+@/g
const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi
const providerToken = /\b(APP_USR|TEST)-[\w-]{6,}/g

/** The text without mail addresses, logins of URLs and credentials. */
export function redactText(text: string): string {
  return text
    .replace(loginInUrl, `$1${redacted}@`)
    .replace(mailAddress, redacted)
    .replace(bearer, `$1 ${redacted}`)
    .replace(providerToken, `$1-${redacted}`)
}

/** A copy that may be logged: values of secret or personal keys replaced, all texts cleaned, nothing deeper than six levels. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth >= deepest) return '[deep]'
  if (ArrayBuffer.isView(value)) return '[bytes]'
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isSecret(key) ? redacted : redact(item, depth + 1)]),
  )
}

function isSecret(key: string): boolean {
  const plain = key.toLowerCase().replace(/[^a-zñ]/g, '')
  return personalKeys.has(plain) || secretKeys.test(plain)
}
