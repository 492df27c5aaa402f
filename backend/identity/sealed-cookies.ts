import { createHmac } from 'node:crypto'
import { EncryptJWT, errors, jwtDecrypt } from 'jose'

const [alg, enc] = ['dir', 'A256GCM']

/**
 * Encrypted, short-lived cookies. Each purpose has its own key, so one kind of content can't stand in for another.
 * `secret`: SESSION_SECRET; changing it makes all earlier cookies unreadable.
 */
export function sealedCookies<Content extends Record<string, string | number | null>>(
  purpose: string,
  { secret, now, minutes }: { secret: string; now: () => Date; minutes: number },
) {
  const key = createHmac('sha256', secret).update(`sealed cookie: ${purpose}`).digest()
  const opening = { keyManagementAlgorithms: [alg], contentEncryptionAlgorithms: [enc], requiredClaims: ['exp'] }
  return {
    seal(content: Content): Promise<string> {
      const end = new Date(now().getTime() + minutes * 60_000)
      return new EncryptJWT({ content }).setProtectedHeader({ alg, enc }).setExpirationTime(end).encrypt(key)
    },
    async open(sealed: string): Promise<Content | undefined> {
      try {
        const { payload } = await jwtDecrypt<{ content: Content }>(sealed, key, { ...opening, currentDate: now() })
        return payload.content
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}
