// Redacts logs: secret fields by key at any depth, addresses and credentials in free text.
export const redacted = '[redacted]'

const secretKeys =
  /mail|passw|contrase|token|cookie|authorization|secret|credential|apikey|accesskey|privatekey|datakey|signature|sessionid|phone/
/** Personal only as whole keys: a hostname or a filename is harmless. */
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

/** Surrogate halves (Cs) count, since the backward scan goes by halves. */
const mailboxCharacter = /[\p{L}\p{N}\p{Cs}._%+-]/u
const mailDomain = /@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/uy
const loginInUrl = /(:\/\/)[^\s/?#@]+@/g
const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi
const providerToken = /\b(APP_USR|TEST)-[\w-]{6,}/g

/** Removes mail addresses, logins in URLs and credentials, in linear time. */
export function redactText(text: string): string {
  return withoutMailAddresses(text.replace(loginInUrl, `$1${redacted}@`))
    .replace(bearer, `$1 ${redacted}`)
    .replace(providerToken, `$1-${redacted}`)
}

/**
 * Scans from each @ forwards over the domain and backwards over the mailbox, to stay linear: one expression for the
 * whole address would restart at every letter of a long word.
 */
function withoutMailAddresses(text: string): string {
  let [cleaned, done] = ['', 0]
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', Math.max(at + 1, done))) {
    mailDomain.lastIndex = at
    if (!mailDomain.test(text)) continue
    let start = at
    while (start > done && mailboxCharacter.test(text.charAt(start - 1))) start--
    if (start === at) continue
    cleaned += text.slice(done, start) + redacted
    done = mailDomain.lastIndex
  }
  return cleaned + text.slice(done)
}

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
